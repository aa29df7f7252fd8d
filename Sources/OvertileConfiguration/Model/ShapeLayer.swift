import OvertileCore

/// How a shape layer simplifies its lines and polygons.
package struct ShapeLayer: Sendable, Hashable {
  /// The largest deviation that simplification may cause, in pixels of a 512-pixel tile, at least 0.
  package var tolerancePixels: Double
  /// The way of simplifying.
  package var method: ShapeMethod
  /// The distance on the ground in meters, above 0, below which borders that nearly match are joined; nil if none are.
  package var snapMeters: Double?
  /// How shapes that are too small to see are treated.
  package var small: Small
  /// The size in pixels of a 512-pixel tile below which a shape is small, at least 0.
  package var smallerThanPixels: Double
  /// The form in which polygons have label points.
  package var label: Label

  /// The form in which polygons have label points.
  package enum Label: String, Sendable, CaseIterable {
    /// They have none.
    case none
    /// As two properties of the polygon, in each of its tiles.
    case property
    /// As a point feature of its own, in one tile of each zoom that draws the polygon.
    case point
  }

  /// How shapes that are too small to see are treated.
  package enum Small: String, Sendable, CaseIterable {
    /// They are left out of the zoom, and counted.
    case drop
    /// They become a point.
    case point
    /// Some become squares with the area of all of them; the others are left out of the zoom, and counted.
    case gather
  }
}
