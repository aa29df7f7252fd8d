/// Joins tiles of one address from archives that hold different layers.
package enum JoinedTile {
  /// One tile with the layers of several, in their order; nil if there are none. A tile alone stays as it is.
  ///
  /// A layer is a repeated field of a vector tile's message, so appending messages joins them. Of GeoJSON collections the
  /// features are joined; `features` must be their last member, as in the tiles of a bundle. O(bytes).
  ///
  /// - Parameters:
  ///   - tiles: the tiles without their compression.
  ///   - limit: the most bytes of the result.
  /// - Throws: `ArchiveError` with `malformed` if the result is too large, or the tiles cannot be joined.
  package static func join(
    _ tiles: [[UInt8]], _ content: TileContent, limit: Int = TileArchives.mostTileBytes
  ) throws -> [UInt8]? {
    guard tiles.count > 1 else { return tiles.first }
    let bytes = tiles.reduce(0) { $0 + $1.count }
    guard bytes <= limit else {
      throw ArchiveError(.malformed, "the layers of a tile have \(bytes) bytes together, more than \(limit)")
    }
    switch content {
    case .vectorTile: return Array(tiles.joined())
    case .geoJSON: return try joinedCollections(tiles)
    case .other(let name): throw ArchiveError(.malformed, "tiles that are \(name) cannot be joined")
    }
  }

  /// The first collection up to the end of its features, the features of the others, and the first one's end.
  private static func joinedCollections(_ tiles: [[UInt8]]) throws -> [UInt8] {
    let frames = try tiles.map(features)
    var joined = Array(tiles[0][..<frames[0].lowerBound])
    var isFirst = true
    for (tile, frame) in zip(tiles, frames) where !frame.isEmpty {
      if !isFirst { joined.append(UInt8(ascii: ",")) }
      joined += tile[frame]
      isFirst = false
    }
    return joined + tiles[0][frames[0].upperBound...]
  }

  /// The text between the brackets of the features.
  private static func features(_ tile: [UInt8]) throws -> Range<Int> {
    let start = Array(#""features":["#.utf8)
    guard let end = tile.lastIndex(of: UInt8(ascii: "]")),
      let first = tile.indices.first(where: { tile[$0] == start[0] && tile[$0...].starts(with: start) }),
      first + start.count <= end
    else { throw ArchiveError(.malformed, "a tile is not a GeoJSON collection as bundles have them") }
    return first + start.count..<end
  }
}
