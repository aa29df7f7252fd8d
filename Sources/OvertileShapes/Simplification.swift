/// How lines and polygons are simplified at a zoom.
package struct Simplification: Sendable, Hashable {
  /// The ways to simplify. The raw values are the names in a configuration.
  package enum Method: String, Sendable, CaseIterable {
    /// Rings stay rings and do not cross: GEOSTopologyPreserveSimplify_r.
    case topology
    /// Faster; invalid results are repaired, collapsed ones vanish: GEOSSimplify_r.
    case douglasPeucker = "douglas-peucker"
    /// Nothing is simplified.
    case none
  }

  /// The way to simplify.
  package var method: Method
  /// The greatest distance in world grid units between the shape and its simplification, 0 or more.
  package var toleranceWorldUnits: Double

  /// Makes a simplification to a tolerance in world grid units.
  package init(method: Method, toleranceWorldUnits: Double) {
    self.method = method
    self.toleranceWorldUnits = toleranceWorldUnits
  }
}
