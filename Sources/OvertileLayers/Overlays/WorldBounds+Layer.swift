import MapMath
import OvertileCore
import OvertileShapes

/// The bounds of a layer in the manifest: a box on the world grid that does not wrap.
extension WorldBounds {
  /// The box around some points, or nil if there are none.
  init?(x: Column<UInt32>, y: Column<UInt32>) {
    guard let west = x.min(), let east = x.max(), let north = y.min(), let south = y.max() else { return nil }
    self.init(minX: Double(west), minY: Double(north), maxX: Double(east), maxY: Double(south))
  }

  /// The box around the geometries of a layer that some zoom shows, or nil if there are none.
  init?(_ shapes: ShapeColumns, without neverShown: NeverShown) {
    let all = (0..<UInt32(shapes.count)).lazy.filter(neverShown.shows).compactMap { shapes.bounds(Int($0)) }
    self = all.reduce(into: .empty) { $0.extend(to: $1) }
    if self == .empty { return nil }
  }

  /// Extends the box by a rectangle in map points, clamped to the map; across the antimeridian, to its full width.
  mutating func extend(to rect: MapRect) {
    let scale = WorldGrid.side / MapPoint.worldSide
    minY = min(minY, max(0, rect.origin.y * scale))
    maxY = max(maxY, min(WorldGrid.side, (rect.origin.y + rect.height) * scale))
    let (start, end) = (rect.origin.x * scale, (rect.origin.x + rect.width) * scale)
    let isWithin = start >= 0 && end <= WorldGrid.side
    minX = isWithin ? min(minX, start) : 0
    maxX = isWithin ? max(maxX, end) : WorldGrid.side
  }

  /// The box as west, south, east, north in degrees, to seven decimals.
  var degrees: [Double] {
    [
      Degrees.rounded(WorldGrid.longitude(x: minX)), Degrees.rounded(WorldGrid.latitude(y: maxY)),
      Degrees.rounded(WorldGrid.longitude(x: maxX)), Degrees.rounded(WorldGrid.latitude(y: minY)),
    ]
  }
}
