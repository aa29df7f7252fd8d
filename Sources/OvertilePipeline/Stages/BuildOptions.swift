/// How a run goes about its work. Nothing of it reaches the bundle.
public struct BuildOptions: Sendable {
  /// Whether the run resumes with the zooms that a killed run of the same work had finished.
  public var resumes = false
  /// Whether the contents of the input files are compared, too, before and after they are read.
  public var checksInputs = false
  /// Whether everything is read and judged, and nothing written.
  public var isDryRun = false

  /// Whether the commands that the configuration asks for may be run.
  public var commands = CommandPermission.allowed

  /// How much memory the run may take; nil for as much as there is.
  public var memory: MemoryBound?

  /// Ends the process at once, with an error that says why, when work that cannot be asked to stop would pass the memory
  /// bound; what the run had staged is gone by then. Called on a thread of its own. Does nothing unless set.
  public var cutOff: @Sendable (PipelineError) -> Void = { _ in }

  /// Where the caller writes the metrics of the run, which is no place for anything else; nil for nowhere.
  public var metrics: String?

  /// What this run says about its gates.
  public var gates = GateOptions()

  /// The ordinary way: from the start; inputs compared by size and time.
  public init() {}
}
