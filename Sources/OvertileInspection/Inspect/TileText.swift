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
  /// - Throws: `ArchiveError`, `InspectionError` for tiles that do not decode, `TileLookupError` for a layer that is not
  ///   in the tile and for pictures.
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
      throw TileLookupError.noLayer(what, layer: layer, present: tile.layers.map(\.name))
    }
    return kept
  }

  /// A stored vector tile as values. Errors name the archive and the tile.
  static func decode(_ tile: TileID, _ stored: [UInt8], of reader: any TileArchiveReader) throws -> DecodedTile {
    guard reader.content == .vectorTile else {
      throw TileLookupError.notVector(
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

/// The reason that a tile has nothing to show.
package enum TileLookupError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no such tile; the zooms that exist.
  case noTile(String, TileID, zooms: ClosedRange<Int>?)
  /// The tile has no such layer; the layers that it has.
  case noLayer(String, layer: String, present: [String])
  /// The tiles are pictures or another format.
  case notVector(String, content: String, hint: String = "")

  /// The error in words.
  package var description: String {
    switch self {
    case .noTile(let path, let tile, let zooms):
      guard let zooms else { return "\(path): there is no tile \(tile) because the tileset is empty" }
      let reason =
        zooms.contains(Int(tile.z))
        ? "there is no data in that area" : "the tiles are at zooms \(zooms.lowerBound) to \(zooms.upperBound)"
      return "\(path): there is no tile \(tile); \(reason)"
    case .noLayer(let what, let layer, let present):
      let names = present.isEmpty ? "it has no layers" : "it has " + present.joined(separator: ", ")
      return "\(what) has no layer \"\(layer)\"; \(names)"
    case .notVector(let path, let content, let hint):
      return "\(path): expected a vector tile, but found \(content)\(hint)"
    }
  }
}
