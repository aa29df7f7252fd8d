import MapMath

/// The geometries of one shape by tile, read row by row: like a dictionary, without its cost per tile.
struct RowOrderedGeometries {
  /// Per geometry: its tile, as the row in the high bits and the column in the low ones, and its index.
  private var keys: [(tile: UInt64, index: Int32)] = []
  private var geometries: [TileGeometry] = []
  private var position = 0

  /// Adds the geometry of a tile; a tile is added at most once.
  mutating func append(_ geometry: TileGeometry, in tile: TileID) {
    keys.append((Self.key(tile), Int32(geometries.count)))
    geometries.append(geometry)
  }

  /// Ends adding. O(n log n).
  mutating func sort() { keys.sort { $0.tile < $1.tile } }

  /// The geometry of a tile, if it has one. Tiles must be requested in ascending order of rows, then columns.
  mutating func next(in tile: TileID) -> TileGeometry? {
    let key = Self.key(tile)
    while position < keys.count, keys[position].tile < key { position += 1 }
    guard position < keys.count, keys[position].tile == key else { return nil }
    return geometries[Int(keys[position].index)]
  }

  private static func key(_ tile: TileID) -> UInt64 { UInt64(tile.y) << 32 | UInt64(tile.x) }
}
