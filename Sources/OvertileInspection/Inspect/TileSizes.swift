import MapMath
import OvertileTileArchive

/// The sizes of the tiles of a zoom, and the largest one.
package struct TileSizes: Sendable, Hashable, Encodable {
  /// The zoom.
  package let zoom: Int
  /// The number of addressed tiles.
  package private(set) var tiles: UInt64 = 0
  /// Their stored bytes; tiles that share bytes count each.
  package private(set) var bytes: UInt64 = 0
  /// The largest tile; the first if there are several.
  package private(set) var largest: TileSurvey.Tile
  /// The number of tiles of each size in bytes.
  private var counts: [Int: UInt64] = [:]

  private enum CodingKeys: CodingKey { case zoom, tiles, bytes }

  /// Makes the sizes of a zoom without tiles.
  init(zoom: Int, largest: TileSurvey.Tile) { (self.zoom, self.largest) = (zoom, largest) }

  /// Adds tiles of the same size by the first of them.
  mutating func add(_ first: TileSurvey.Tile, count: UInt64) {
    tiles &+= count
    bytes &+= count &* UInt64(max(0, first.bytes))
    counts[first.bytes, default: 0] &+= count
    if first.bytes > largest.bytes { largest = first }
  }

  /// The sizes in bytes below which a fraction of the tiles is, for ascending fractions in 0...1; a size that occurs.
  /// O(distinct sizes).
  package func quantiles(_ fractions: [Double]) -> [Int] {
    var (sizes, below) = (counts.sorted { $0.key < $1.key }[...], UInt64(0))
    return fractions.map { fraction in
      let rank = UInt64(exactly: (Double(tiles) * min(1, max(0, fraction))).rounded(.up)) ?? tiles
      while let first = sizes.first, sizes.count > 1, below &+ first.value < rank {
        below &+= first.value
        sizes.removeFirst()
      }
      return sizes.first?.key ?? 0
    }
  }
}
