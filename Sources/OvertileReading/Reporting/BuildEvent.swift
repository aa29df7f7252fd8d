/// An event in a run, such as the start of a stage or a warning.
///
/// The library itself prints nothing. To show events to the user, pass a `BuildObserver` to `PipelineBuild.run(_:)`.
public enum BuildEvent: Sendable {
  /// The beginning of a stage.
  case began(BuildStage)
  /// The progress of the current stage.
  case progress(BuildProgress)
  /// A gate that the new bundle does not pass, whether or not the failure was accepted.
  case gate(GateVerdict)
  /// A gate that could not be judged and does not stop the run. The report contains the same warning.
  case unjudged(GateVerdict)
  /// A warning that does not stop the run.
  case warning(String)
  /// A warning that has a code and does not stop the run.
  case diagnostic(Diagnostic)
  /// The end of a run without a bundle, with the counts so far. The run then throws an error.
  case stopped(BuildReport)
}

/// A stage of a run. The cases are listed in the order of execution.
public enum BuildStage: String, Sendable, Codable, CaseIterable {
  /// Reading, reprojecting, and filtering features.
  case read
  /// Clustering points and creating circles and shapes.
  case overlays
  /// Cutting, encoding, compressing, and writing tiles.
  case tiles
  /// Writing the manifest and publishing the bundle.
  case publish
}

/// The progress of a stage.
public struct BuildProgress: Sendable {
  /// The current stage.
  public var stage: BuildStage
  /// The number of units that are complete.
  public var done: UInt64
  /// The total number of units, or `nil` if the total is unknown.
  public var total: UInt64?
  /// The unit of measurement for `done` and `total`: "bytes" or "zooms".
  public var unit: String
  /// The number of features or tiles that have been processed so far. Use this number to compute the rate of progress.
  public var items: UInt64
  /// The kind of item that `items` counts: "features" or "tiles".
  public var itemName: String
}

/// A function that receives the events of a run. The function is called on the thread that runs the build.
public typealias BuildObserver = (BuildEvent) -> Void
