/// What a run tells while it works. The library itself prints nothing.
public enum BuildEvent: Sendable {
  /// A stage begins.
  case began(BuildStage)
  /// How far the current stage is.
  case progress(BuildProgress)
  /// A gate that the new bundle does not pass: it failed, or its failure was accepted.
  case gate(GateVerdict)
  /// Something a person should know that does not stop the run.
  case warning(String)
  /// The same, with a code.
  case diagnostic(Diagnostic)
  /// The run ends without a bundle: the counts as far as they go. An error follows.
  case stopped(BuildReport)
}

/// The stages of a run, in their order.
public enum BuildStage: String, Sendable, Codable, CaseIterable {
  /// Reading, reprojecting, filtering.
  case read
  /// Clustering points, making circles and shapes.
  case overlays
  /// Cutting, encoding, compressing and writing tiles.
  case tiles
  /// Manifest, syncing, swapping in.
  case publish
}

/// How far a stage is.
public struct BuildProgress: Sendable {
  /// The stage.
  public var stage: BuildStage
  /// Units done.
  public var done: UInt64
  /// Units in all, or nil when that is not known.
  public var total: UInt64?
  /// What the units are: "bytes" or "zooms".
  public var unit: String
  /// Features or tiles so far, for the rate.
  public var items: UInt64
  /// What the items are: "features" or "tiles".
  public var itemName: String
}

/// Receives what a run tells. Called on the thread that runs the build.
public typealias BuildObserver = (BuildEvent) -> Void
