import MapMath

/// The most that the straight edges of a ring, drawn on the Mercator plane, may deviate from the true circle.
package struct ChordTolerance: Sendable, Hashable {
  /// The distance in world grid units (2^32 a world), at least `minimum`.
  package let worldUnits: Double

  /// The least tolerance, an eighth of a grid unit; smaller ones are raised to it.
  package static let minimum = 0.125

  /// Makes a tolerance from world grid units. Throws unless it is above 0 and finite.
  package init(worldUnits: Double) throws(CircleError) {
    guard worldUnits > 0 && worldUnits.isFinite else {
      throw CircleError(.chordError, worldUnits, expected: "above 0 and finite")
    }
    self.worldUnits = max(worldUnits, Self.minimum)
  }

  /// Makes a tolerance from pixels at a zoom in 0...31 at which the world is `tileSize` times 2^zoom pixels wide.
  ///
  /// Throws unless the result is above 0 and finite.
  package init(pixels: Double, zoom: Int, tileSize: Double) throws(CircleError) {
    try self.init(worldUnits: pixels / tileSize * Double(WorldGrid.tileSide(zoom: zoom)))
  }
}
