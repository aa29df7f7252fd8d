import MapMath
import OvertileCore
import OvertileReading

/// A box on the world grid that does not wrap.
struct WorldBox: Sendable {
  var west: Double
  var north: Double
  var east: Double
  var south: Double

  /// The box of some points, or nil if there are none.
  init?(x: Column<UInt32>, y: Column<UInt32>) {
    guard let west = x.min(), let east = x.max(), let north = y.min(), let south = y.max() else { return nil }
    (self.west, self.east, self.north, self.south) = (Double(west), Double(east), Double(north), Double(south))
  }

  /// Extends the box by a rectangle in map points, clamped to the map; across the antimeridian, to its full width.
  mutating func extend(to rect: MapRect) {
    let scale = WorldGrid.side / MapPoint.worldSide
    north = min(north, max(0, rect.origin.y * scale))
    south = max(south, min(WorldGrid.side, (rect.origin.y + rect.height) * scale))
    let (start, end) = (rect.origin.x * scale, (rect.origin.x + rect.width) * scale)
    let isWithin = start >= 0 && end <= WorldGrid.side
    west = isWithin ? min(west, start) : 0
    east = isWithin ? max(east, end) : WorldGrid.side
  }

  /// The box as west, south, east, north in degrees, to seven decimals.
  var degrees: [Double] {
    [
      Degrees.rounded(WorldGrid.longitude(x: west)), Degrees.rounded(WorldGrid.latitude(y: south)),
      Degrees.rounded(WorldGrid.longitude(x: east)), Degrees.rounded(WorldGrid.latitude(y: north)),
    ]
  }
}
