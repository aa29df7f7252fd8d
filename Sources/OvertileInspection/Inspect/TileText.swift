import MapMath
import OvertileCore
import OvertileTileArchive
import OvertileVectorTile

/// A tile as readable text.
package enum TileText {
  /// The GeoJSON of a stored tile, in longitude and latitude.
  ///
  /// Vector tiles are decoded, see `DecodedTile.geoJSON(of:)`. With a layer's name, the text has only that layer's
  /// features, identified by the foreign member `layer`. A closure is called with the parts of the tile that cannot be shown.
  ///
  /// - Throws: `ArchiveError`; `InspectionError` for tiles that do not decode, for a layer that is not in the tile, and for
  ///   pictures.
  package static func geoJSON(
    _ tile: TileID, _ stored: [UInt8], of reader: any TileArchiveReader, layer: String? = nil,
    inTileUnits: Bool = false, note: (String) -> Void = { _ in }
  ) throws -> [UInt8] {
    let all = try decode(tile, stored, of: reader)
    if let leftOut = leftOut(all) { note("\(reader.path): tile \(tile): \(leftOut)") }
    let decoded = try only(layer, in: all, "\(reader.path): tile \(tile)")
    return decoded.geoJSON(of: inTileUnits ? nil : tile)
  }

  /// The parts of a tile that cannot be shown, in words; nil if all of it can.
  package static func leftOut(_ tile: DecodedTile) -> String? {
    var parts: [String] = []
    let others = tile.droppedFeatures - tile.unknownFeatures
    func count(_ number: Int, _ one: String, _ many: String, _ why: String) {
      if number > 0 { parts.append("\(number) \(number == 1 ? one : many) \(why)") }
    }
    count(tile.unknownFeatures, "feature", "features", "of type UNKNOWN")
    count(others, "feature", "features", "without a geometry that can be drawn")
    count(tile.droppedParts, "line or ring", "lines or rings", "with too few positions")
    return parts.isEmpty ? nil : "left out: " + parts.joined(separator: ", ")
  }

  /// A decoded tile with one of its layers, or with all if none is named.
  package static func only(_ layer: String?, in tile: DecodedTile, _ what: String) throws -> DecodedTile {
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

  /// A stored vector tile as values. Errors name the archive and the tile.
  static func decode(_ tile: TileID, _ stored: [UInt8], of reader: any TileArchiveReader) throws -> DecodedTile {
    guard reader.content == .vectorTile else {
      throw InspectionError.notVector(
        reader.path, content: "\(reader.content)",
        hint: "; use `overtile tile --format stored` to write the stored tile")
    }
    do {
      return try TileDecoder.decode(reader.plain(stored), isTolerant: true)
    } catch let error as ArchiveError {
      throw ArchiveError(error.code, path: error.path, "tile \(tile): \(error.reason)")
    } catch let error as VectorTileError {
      throw InspectionError("\(reader.path): tile \(tile): \(error)")
    }
  }
}

extension InspectionError {
  /// The error about tiles that are pictures or another format.
  package static func notVector(_ path: String, content: String, hint: String = "") -> InspectionError {
    InspectionError("\(path): expected a vector tile, but found \(content)\(hint)")
  }

  /// The error about a tile, or tiles, without a layer, which have others.
  static func noLayer(_ what: String, _ layer: String, present: [String]) -> InspectionError {
    let names = present.isEmpty ? "no layers" : present.joined(separator: ", ")
    return InspectionError("\(what) has no layer \"\(layer)\"; it has \(names)", .missing)
  }
}
