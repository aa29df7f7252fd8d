import MapMath
import OvertileShapes

/// The bounds of positions on the world grid: its rows, and its columns around the world.
///
/// Columns are kept in 4,096 bands, with the first and the last column used in each band, so the size does not depend
/// on the number of positions, and neither order nor repetition matters. O(bands touched) to add.
package struct WrappedBounds {
  /// Columns from a western one eastward, in world grid units.
  struct Arc: Hashable {
    /// The western end, 0..<2^32.
    var west: Int64
    /// The width eastward, 0...2^32.
    var width: Int64
  }

  /// The northernmost row, 0...2^32.
  private(set) var north = Int64.max
  /// The southernmost row, 0...2^32.
  private(set) var south = Int64.min
  private var first = [Int64](repeating: .max, count: bands)
  private var last = [Int64](repeating: .min, count: bands)

  private static let bands = 4096
  private static let bandWidth = side / Int64(bands)
  /// Grid units around the world.
  static let side: Int64 = 1 << 32

  /// Adds a point, x in 0..<2^32.
  mutating func add(x: UInt32, y: UInt32) {
    let (x, y) = (Int64(x), Int64(y))
    take(x, x, inBand: Int(x / Self.bandWidth))
    (north, south) = (min(north, y), max(south, y))
  }

  /// Adds a box of any columns and of rows in 0...2^32, held there.
  mutating func add(west: Int64, width: Int64, north: Int64, south: Int64) {
    self.north = min(self.north, min(max(north, 0), Self.side))
    self.south = max(self.south, min(max(south, 0), Self.side))
    guard width < Self.side else { return take(columns: 0, Self.side - 1) }
    let turned = west % Self.side
    let start = turned < 0 ? turned + Self.side : turned
    let end = start + width
    take(columns: start, min(end, Self.side - 1))
    if end >= Self.side { take(columns: 0, end - Self.side) }
  }

  private mutating func take(columns west: Int64, _ east: Int64) {
    for band in Int(west / Self.bandWidth)...Int(east / Self.bandWidth) {
      let start = Int64(band) * Self.bandWidth
      take(max(west, start), min(east, start + Self.bandWidth - 1), inBand: band)
    }
  }

  private mutating func take(_ west: Int64, _ east: Int64, inBand band: Int) {
    first[band] = min(first[band], west)
    last[band] = max(last[band], east)
  }

  /// The columns without the widest gap: the shortest range that holds all positions; nil without any.
  ///
  /// If gaps are equal, the one over the antimeridian counts first, then the westernmost. If no gap is as wide as a
  /// band, 0.088 degrees, the range is the whole turn from the antimeridian. O(bands).
  var arc: Arc? {
    let taken = first.indices.filter { first[$0] != .max }
    guard let western = taken.first, let eastern = taken.last else { return nil }
    var gap = first[western] + Self.side - last[eastern]
    var arc = Arc(west: first[western], width: last[eastern] - first[western])
    for (band, next) in zip(taken, taken.dropFirst()) where first[next] - last[band] > gap {
      gap = first[next] - last[band]
      arc = Arc(west: first[next], width: Self.side - gap)
    }
    return gap < Self.bandWidth ? Arc(west: 0, width: Self.side) : arc
  }

  /// The rectangle around everything, over the antimeridian where that is shorter; nil without any position.
  var rect: MapRect? {
    guard let arc else { return nil }
    let scale = MapPoint.worldSide / WorldGrid.side
    return MapRect(
      x: Double(arc.west) * scale, y: Double(north) * scale, width: Double(arc.width) * scale,
      height: Double(south - north) * scale)
  }
}

extension WrappedBounds {
  /// West, south, east, north in degrees to seven decimals; west > east across the antimeridian. Nil without any
  /// position.
  var degrees: [Double]? {
    guard let arc else { return nil }
    let end = arc.west + arc.width
    let east = end > Self.side ? end - Self.side : end
    return WorldBounds(minX: Double(arc.west), minY: Double(north), maxX: Double(east), maxY: Double(south)).degrees
  }
}

extension WrappedBounds.Arc {
  /// The copy of a column, in 0...2^32, that belongs to the arc: the half of the gap that it may be in decides.
  func unwrapped(_ x: Int64) -> Int64 {
    let cut = west - (WrappedBounds.side - width) / 2
    if x < cut { return x + WrappedBounds.side }
    return x > cut + WrappedBounds.side ? x - WrappedBounds.side : x
  }
}
