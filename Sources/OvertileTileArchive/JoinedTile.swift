/// Joins tiles of one address from archives that hold different layers.
package enum JoinedTile {
  /// One tile with the layers of several, in their order; nil if there are none. A tile alone stays as it is.
  ///
  /// A layer is a repeated field of a vector tile's message, so appending messages joins them. O(bytes).
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
      throw ArchiveError(
        .malformed, "the layers of a tile have \(bytes) bytes in total, but at most \(limit) are allowed")
    }
    guard content == .vectorTile else {
      throw ArchiveError(.malformed, "tiles of type \(content) cannot be joined")
    }
    return Array(tiles.joined())
  }
}
