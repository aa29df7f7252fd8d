/// The options of a run. None of them affects the bundle.
public struct BuildOptions: Sendable {
  /// Whether the run goes on with the zooms that a killed run had finished.
  public var resumes = false
  /// Whether the contents of the input files are compared before and after they are read.
  public var checksInputs = false
  /// Whether everything is read and judged, and nothing is written.
  public var isDryRun = false

  /// Whether the commands in the configuration may be run.
  public var commands = CommandPermission.allowed

  /// The memory bound of the run; nil for none.
  public var memory: MemoryBound?

  /// Called with the reason, on a separate thread, if the run would exceed the memory bound and cannot be stopped in
  /// time. It should end the process; the staged files are removed by then.
  public var cutOff: @Sendable (PipelineError) -> Void = { _ in }

  /// The path of the run's metrics; nil for none.
  public var metrics: String?

  /// The folder with the parts of `PipelineParts`; nil if this process reads the inputs.
  public var parts: String?

  /// The gate options of this run.
  public var gates = GateOptions()

  /// Makes the default options.
  public init() {}
}
