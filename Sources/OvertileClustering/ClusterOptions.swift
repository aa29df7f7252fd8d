import OvertileCore

/// How points are clustered: the stage's options.
///
/// The defaults are supercluster's. See `hierarchy(of:checkCancellation:)` for the definition of the result.
package struct ClusterOptions: Sendable, Hashable {
  /// The reach of a center, in pixels of a tile, positive and finite; closed: a node at exactly this distance is reached.
  package var radius: Double
  /// The side of a tile in pixels, positive and finite.
  package var tileSize: Double
  /// The least number of points that make a cluster. 1 means the same as 2: a lone point never becomes a cluster.
  package var minPoints: Int
  /// The zooms at which points are clustered, within 0...30; beyond the last one every point is single.
  package var zooms: ClosedRange<Int>
  /// The position of a cluster's marker.
  package var position: MarkerPosition

  /// Makes options, which are not checked.
  package init(
    radius: Double = 40, tileSize: Double = 512, minPoints: Int = 2, zooms: ClosedRange<Int> = 0...16,
    position: MarkerPosition = .mean
  ) {
    self.radius = radius
    self.tileSize = tileSize
    self.minPoints = minPoints
    self.zooms = zooms
    self.position = position
  }

  /// The square of a center's reach at a zoom, in square world units, rounded down.
  ///
  /// The reach is radius / tileSize * 2^(32 - zoom) units, and never more than 2^32 - 1: one side of the world minus a
  /// unit, so that squares fit 64 bits. Two nodes are neighbors when the square of their distance is at most this
  /// number.
  package func reachSquared(zoom: Int) -> UInt64 {
    let units = radius / tileSize * Double(sign: .plus, exponent: 32 - zoom, significand: 1)
    let reach = min(units, 4_294_967_295)
    return UInt64(reach * reach)
  }
}
