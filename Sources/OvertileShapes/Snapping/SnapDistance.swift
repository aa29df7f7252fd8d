import MapMath

/// The distance below which borders are joined, in grid units at each latitude.
package struct SnapDistance: Sendable, Hashable {
  /// The distance in meters, at least 0.
  package let meters: Double

  /// Makes a distance in meters.
  package init(meters: Double) { self.meters = meters }

  /// The most whole grid units that are not longer on the ground, at a number of units south of the northern edge.
  func units(y: Double) -> Double { (meters / WorldGrid.metersPerUnit(y: y)).rounded(.down) }

  /// The most units at any y within a box.
  func units(_ box: WorldBounds) -> Double { max(units(y: box.minY), units(y: box.maxY)) }
}
