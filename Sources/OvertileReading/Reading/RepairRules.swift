import OvertileConfiguration
import OvertileShapes

/// A source's rules for geometries that are wrong.
struct RepairRules: Sendable {
  /// Whether they are repaired; otherwise they are rejected.
  var repairsFaults = false
  /// The most memory for the repair of one shape.
  var budget = ShapeBudget.unlimited

  /// No repair, and no bound on repairs that the grid makes necessary.
  init() {}

  /// The rules of a source.
  init(_ source: SourceConfiguration) {
    repairsFaults = source.onInvalid.repairsFaults
    budget = ShapeBudget(crossings: source.maxCrossings, vertices: source.maxVertices)
  }
}
