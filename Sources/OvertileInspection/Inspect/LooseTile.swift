import OvertileCore
import OvertileTileArchive
import OvertileVectorTile

/// Vector tiles without an archive.
package enum LooseTile {
  /// Decodes a vector tile, plain or gzipped.
  ///
  /// - Throws: `ArchiveError` for damaged gzip, `InspectionError` that names the file for anything else that does not
  ///   decode.
  package static func decode(_ bytes: [UInt8], name: String) throws -> DecodedTile {
    let plain = try ArchiveError.naming(name) { try Gunzip.plain(bytes) }
    if case .other(let content) = TileContent(sniffing: plain), content != "unknown", content != "geojson" {
      throw InspectionError.notVector(name, content: content)
    }
    do {
      let tile = try TileDecoder.decode(plain, isTolerant: true)
      // Some texts parse as fields that no tile has.
      if tile.layers.isEmpty, tile.skippedLayers.isEmpty, let other = other(plain, name) { throw other }
      return tile
    } catch let error as VectorTileError {
      throw other(plain, name) ?? InspectionError("\(name): \(error)")
    }
  }

  /// The message about bytes that look like something other than a tile; nil if they look like nothing known.
  private static func other(_ bytes: [UInt8], _ name: String) -> InspectionError? {
    guard let look = FileLook(Array(bytes.prefix(FileLook.byteCount))), look.format != .binary else { return nil }
    return InspectionError(
      "\(name): this looks like \(look.format.words); decode expects a single vector tile (MVT), plain or gzipped, as "
        + "written by `overtile tile BUNDLE 0/0/0 --format stored`")
  }
}
