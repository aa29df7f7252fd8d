/// A circle's disc on the world grid, symmetrical about the center's meridian: at each y, the columns within a half
/// width.
///
/// Positions are world grid units as doubles, not rounded. y is the map's, so a disc may reach below 0 and above 2^32.
protocol CircleRegion {
  /// The x of the center.
  var centerX: Double { get }
  /// The smallest y of the disc; minus infinity if it holds the north pole.
  var top: Double { get }
  /// The largest y of the disc; infinity if it holds the south pole.
  var bottom: Double { get }
  /// The y at which the half width has a maximum inside the disc, if any. Elsewhere it only rises or falls, or has one
  /// minimum.
  var widest: (y: Double, halfWidth: Double)? { get }
  /// The half width at a y; negative outside the disc. At most half the world counts: more is the whole row.
  func halfWidth(atY y: Double) -> Double
  /// The part of the boundary inside the map, in parts.
  func boundary(chordError: Double) -> RegionBoundary
  /// The whole boundary, clockwise from north.
  func coordinates(chordError: Double) -> [(offset: Double, latitude: Double)]
}

/// The boundary of a disc inside the map.
enum RegionBoundary {
  /// The boundary's eastern half in parts; the western half is its mirror image. None if the disc lies beyond the map, or is
  /// too small for the grid.
  case runs([EastRun])
  /// No boundary: the disc covers the map.
  case everything

  /// The least radius in world grid units that has a boundary: below it, rounding makes spikes of the vertices.
  static let minimumRadius = 4.0
}

/// A part of the eastern half of a disc's boundary, from north to south.
struct EastRun {
  /// How a part ends.
  enum End {
    /// On the center's meridian, where the western half begins.
    case apex
    /// Half the world away, where east meets west.
    case seam
    /// On the map's northern or southern edge.
    case edge
  }

  /// Per vertex: units east of the center, at most half the world.
  var dx: [Double] = []
  /// Per vertex: units south of the map's northern edge.
  var y: [Double] = []
  var start: End
  var end: End
}
