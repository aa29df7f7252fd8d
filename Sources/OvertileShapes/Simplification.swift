import OvertileCore

/// How lines and polygons are simplified at a zoom.
package struct Simplification: Sendable, Hashable {
  /// The way to simplify; `coverage` is `topology` for a shape by itself.
  package var method: ShapeMethod
  /// The greatest distance in world grid units between the shape and its simplification, 0 or more.
  package var toleranceWorldUnits: Double

  /// Makes a simplification to a tolerance in world grid units.
  package init(method: ShapeMethod, toleranceWorldUnits: Double) {
    self.method = method
    self.toleranceWorldUnits = toleranceWorldUnits
  }
}
