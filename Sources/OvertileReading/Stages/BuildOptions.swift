/// The options of a run. None of them affects the bundle.
public struct BuildOptions: Sendable {
  /// Whether the run reuses the zooms that a killed run had finished.
  public var resumes = false
  /// Whether the run compares the contents of the input files before and after reading them.
  public var checksInputs = false
  /// Whether the run reads and judges everything, but writes nothing.
  public var isDryRun = false

  /// Whether the run may start the commands in the configuration.
  public var commands = CommandPermission.allowed

  /// The memory bound of the run; nil for none.
  public var memory: MemoryBound?

  /// The function that is called on a separate thread, with the reason, if the run would exceed the memory bound and
  /// cannot be stopped in time.
  ///
  /// It should end the process. The staged files have been removed by then.
  public var cutOff: @Sendable (PipelineError) -> Void = { _ in }

  /// The path of the run's metrics file; nil for none.
  public var metrics: String?

  /// The folder with the parts of `PipelineParts`; nil if this process reads the inputs itself.
  public var parts: String?

  /// The gate options of this run.
  public var gates = GateOptions()

  /// Creates the default options.
  public init() {}
}
