import MapMath
import OvertileCore
import OvertileExpressions
import OvertileTileArchive
import OvertileVectorTile

/// A tile as readable text.
package enum TileText {
  /// The GeoJSON of a decoded tile: in longitude and latitude if its address is known, in tile units otherwise; see
  /// `DecodedTile.geoJSON(of:)`.
  ///
  /// With a layer's name, the text has only that layer's features, identified by the foreign member `layer`. A closure is
  /// called with the parts of the tile that cannot be shown. `what` names the tile in this note and in errors.
  ///
  /// - Throws: `InspectionError` for a layer that is not in the tile.
  package static func geoJSON(
    _ tile: DecodedTile, of address: TileID?, layer: String?, _ what: String, note: (String) -> Void
  ) throws -> [UInt8] {
    let parts = [
      (tile.unknownFeatures, "feature", "features", "of type UNKNOWN"),
      (tile.droppedFeatures - tile.unknownFeatures, "feature", "features", "without a geometry that can be drawn"),
      (tile.droppedParts, "line or ring", "lines or rings", "with too few positions"),
    ].filter { $0.0 > 0 }.map { "\(Counted.text($0.0, $0.1, $0.2)) \($0.3)" }
    if !parts.isEmpty { note("\(what): left out: \(parts.joined(separator: ", "))") }
    return try only(layer, in: tile, what).geoJSON(of: address)
  }

  /// A vector tile without an archive, plain or gzipped, as values.
  ///
  /// - Throws: `ArchiveError` for damaged gzip, `InspectionError` that names the file for anything else that does not
  ///   decode.
  package static func decode(_ bytes: [UInt8], name: String) throws -> DecodedTile {
    let plain = try ArchiveError.naming(name) { try Gunzip.plain(bytes) }
    let wanted = "\(name): expected a single vector tile (MVT), plain or gzipped"
    do {
      let tile = try TileDecoder.decode(plain, isTolerant: true)
      // Some texts parse as fields that no tile has.
      guard plain.isEmpty || !tile.layers.isEmpty || !tile.skippedLayers.isEmpty else {
        throw InspectionError("\(wanted), but found no layers")
      }
      return tile
    } catch let error as VectorTileError {
      throw InspectionError("\(wanted): \(error)")
    }
  }

  /// A decoded tile with one of its layers, or with all if none is named.
  static func only(_ layer: String?, in tile: DecodedTile, _ what: String) throws -> DecodedTile {
    if let skipped = tile.skippedLayers.first(where: { layer == nil || layer == $0 }) {
      throw InspectionError(
        "\(what): layer \"\(skipped)\" has an unsupported version; only versions 1 and 2 can be read"
          + (layer == nil && !tile.layers.isEmpty ? "; use --layer to show a different layer" : ""))
    }
    guard let layer else { return tile }
    var kept = tile
    kept.layers.removeAll { $0.name != layer }
    guard !kept.layers.isEmpty else {
      throw InspectionError.noLayer(what, layer, present: tile.layers.map(\.name))
    }
    return kept
  }

  /// A stored vector tile without its compression. Errors name the archive and the tile.
  ///
  /// - Throws: `ArchiveError`; `InspectionError` for pictures.
  package static func plain(_ tile: TileID, _ stored: [UInt8], of reader: any TileArchiveReader) throws -> [UInt8] {
    guard reader.content == .vectorTile else {
      throw InspectionError(
        "\(reader.path): expected a vector tile, but found \(reader.content); `overtile tile --format stored` writes the "
          + "stored tile")
    }
    do { return try reader.plain(stored) } catch let error as ArchiveError {
      throw ArchiveError(error.code, path: error.path, "tile \(tile): \(error.reason)")
    }
  }

  /// A stored vector tile as values.
  ///
  /// - Throws: as `plain`; `InspectionError` for tiles that do not decode.
  package static func decode(
    _ tile: TileID, _ stored: [UInt8], of reader: any TileArchiveReader
  ) throws -> DecodedTile {
    do {
      return try TileDecoder.decode(plain(tile, stored, of: reader), isTolerant: true)
    } catch let error as VectorTileError {
      throw InspectionError("\(reader.path): tile \(tile): \(error)")
    }
  }
}

extension InspectionError {
  /// The error about a tile, or tiles, without a layer, which have others.
  static func noLayer(_ what: String, _ layer: String, present: [String]) -> InspectionError {
    let suggestion = NearestName.suggestion(for: layer, among: present)
    let names = present.isEmpty ? "no layers" : present.map { "\"\($0)\"" }.joined(separator: ", ")
    return InspectionError(
      "\(what) has no layer \"\(layer)\"\(suggestion.isEmpty ? ";" : suggestion) it has \(names)", .missing)
  }
}
