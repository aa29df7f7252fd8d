import OvertileConfiguration
import OvertileShapes

/// What a source says of geometries that are wrong.
struct RepairRules: Sendable {
  /// Whether they are repaired; otherwise they are rejected.
  var repairsFaults = false
  /// What the repair of one shape may take.
  var budget = ShapeBudget.unlimited

  /// No repair, and no bound on what the grid makes necessary.
  init() {}

  /// The rules of a source.
  init(_ source: SourceConfiguration) {
    repairsFaults = source.onInvalid.repairsFaults
    budget = ShapeBudget(crossings: source.maxCrossings, vertices: source.maxVertices)
  }
}
