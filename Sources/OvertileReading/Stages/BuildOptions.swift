/// The options for a run. None of these options affects the content of the bundle.
public struct BuildOptions: Sendable {
  /// Whether the run reuses the zooms that an earlier run completed before it was killed.
  public var resumes = false
  /// Whether the run compares the contents of the input files before and after reading them.
  public var checksInputs = false
  /// Whether the run is a dry run, which reads and judges everything but writes nothing.
  public var isDryRun = false

  /// The permission that determines whether the run may start the commands in the configuration.
  public var commands = CommandPermission.allowed

  /// The memory bound for the run, or `nil` if memory is not bounded.
  public var memory: MemoryBound?

  /// The function to call if the run would exceed its memory bound and cannot be stopped in time.
  ///
  /// The function is called on a separate thread, after the staged files have been removed. The argument is the reason
  /// for ending the run. The function should end the process.
  public var cutOff: @Sendable (PipelineError) -> Void = { _ in }

  /// The path of the metrics file for the run, or `nil` to write no metrics.
  public var metrics: String?

  /// The path of the folder that contains the parts from `PipelineParts`, or `nil` to read the inputs in this process.
  public var parts: String?

  /// The options for the gates in this run.
  public var gates = GateOptions()

  /// Creates options with their default values.
  public init() {}
}
