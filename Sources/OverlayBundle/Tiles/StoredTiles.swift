import MapMath
import OvertileTileArchive
import OvertileVectorTile

/// The tiles of a bundle, as read from its containers. Nothing is kept.
struct StoredTiles: Sendable {
  /// Per zoom, 0...31: the containers of its tiles, in the order of the layers if each holds one layer.
  let sources: [[TilesWhenNeeded]]
  let limits: BundleLimits

  /// The containers that hold a tile's zoom; none for what is no tile.
  func sources(of tile: TileID) -> [TilesWhenNeeded] {
    let side = UInt64(1) << UInt64(min(tile.z, 32))
    guard tile.z < sources.count, UInt64(tile.x) < side, UInt64(tile.y) < side else { return [] }
    return sources[Int(tile.z)]
  }

  /// For each tile, its content; nil if there is none.
  func decoded(_ tiles: [TileID]) async -> [Result<DecodedTile?, any Error>] {
    let plain = await plain(tiles)
    return zip(tiles, plain).map { tile, plain in
      plain.flatMap { bytes in Result { try bytes.map { bytes in try naming(tile) { try TileDecoder.decode(bytes) } } }
      }
    }
  }

  /// For each tile, its bytes without compression; nil if there is none.
  ///
  /// All containers are read at the same time, and each once, whatever zooms are in it: its requests are for all its tiles.
  func plain(_ tiles: [TileID]) async -> [Result<[UInt8]?, any Error>] {
    let wanted = tiles.indices.flatMap { index in sources(of: tiles[index]).map { (index: index, source: $0) } }
    let reads = Array(Dictionary(grouping: wanted, by: \.source.name).values)
    let found = await concurrently(reads, width: reads.count) { read in
      await read[0].source.plainTiles(read.map { tiles[$0.index] })
    }
    var parts: [[String: Result<[UInt8]?, any Error>]] = tiles.map { _ in [:] }
    for (part, result) in zip(reads.joined(), found.joined()) { parts[part.index][part.source.name] = result }
    return zip(tiles, parts).map { tile, parts in
      Result {
        let present = try sources(of: tile).compactMap { try parts[$0.name]?.get() }
        return try naming(tile) { try JoinedTile.join(present, .vectorTile, limit: limits.tileBytes) }
      }
    }
  }

  /// Runs a closure and adds the names of a tile and its containers to the errors of the formats' own readers.
  private func naming<Value>(_ tile: TileID, _ body: () throws -> Value) throws -> Value {
    try BundleError.naming(
      "\(sources(of: tile).map(\.name).joined(separator: " and ")), tile \(tile),", body)
  }
}
