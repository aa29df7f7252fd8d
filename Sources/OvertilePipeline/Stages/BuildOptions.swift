/// The options of a run. None of them affects the bundle.
public struct BuildOptions: Sendable {
  /// Whether the run resumes with the zooms that a killed run of the same work had finished.
  public var resumes = false
  /// Whether the contents of the input files are compared, too, before and after they are read.
  public var checksInputs = false
  /// Whether everything is read and judged, and nothing is written.
  public var isDryRun = false

  /// Whether the commands in the configuration may be run.
  public var commands = CommandPermission.allowed

  /// The memory bound of the run; nil for none.
  public var memory: MemoryBound?

  /// Ends the process at once, with an error that gives the reason, if work that cannot be asked to stop would pass the
  /// memory bound; the staged files are removed by then. Called on a thread of its own. Does nothing unless set.
  public var cutOff: @Sendable (PipelineError) -> Void = { _ in }

  /// The path of the run's metrics, which must be used for nothing else; nil for none.
  public var metrics: String?

  /// The folder with what tasks have read, as `PipelineParts` makes it; nil if this process reads.
  public var parts: String?

  /// The gate options of this run.
  public var gates = GateOptions()

  /// The defaults: from the start; inputs compared by size and time.
  public init() {}
}
