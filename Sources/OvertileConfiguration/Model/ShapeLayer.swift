/// How a shape layer simplifies its lines and polygons.
package struct ShapeLayer: Sendable, Hashable {
  /// The largest deviation that simplification may cause, in pixels of a 512-pixel tile, at least 0.
  package var tolerancePixels: Double
  /// The way of simplifying.
  package var method: Method
  /// The distance on the ground in meters, above 0, below which borders that nearly match are joined; nil if none are.
  package var snapMeters: Double?
  /// How shapes that are too small to see are treated.
  package var small: Small
  /// The size in pixels of a 512-pixel tile below which a shape is small, at least 0.
  package var smallerThanPixels: Double
  /// Whether each polygon carries a label point.
  package var label: Bool

  /// The ways of simplifying.
  package enum Method: String, Sendable, CaseIterable {
    /// All shapes of the layer together: borders that they share stay shared at every zoom.
    case coverage
    /// Each shape by itself; a valid polygon stays valid.
    case topology
    /// Each shape by itself; invalid results are made valid again.
    case douglasPeucker = "douglas-peucker"
    /// Every vertex stays, up to the tile's grid.
    case none
  }

  /// How shapes that are too small to see are treated.
  package enum Small: String, Sendable, CaseIterable {
    /// They are left out of the zoom, and counted.
    case drop
    /// They become a point.
    case point
  }
}
