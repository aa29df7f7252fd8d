import MapMath
import OvertileTileArchive

/// All tiles of a source as lines of GeoJSON: a FeatureCollection a line, whose foreign member `tile` is z/x/y.
package struct TileLines: Sendable {
  /// The layer that is shown; nil for all of them. Tiles without it have no line.
  package var layer: String?
  /// Whether positions are tile units rather than degrees; see `DecodedTile.geoJSON(of:)`.
  package var isInTileUnits = false

  /// Lines of all layers, in longitude and latitude.
  package init() {}

  /// Passes on the line of every tile, with its line feed: zooms ascend, and within a zoom tiles come in their
  /// container's own order. O(bytes), with memory for one tile.
  ///
  /// - Throws: `ArchiveError`, `BundleError`; `InspectionError` for a tile that does not decode;
  ///   `TileLookupError.noLayer` when no tile has the layer, `.notVector` for pictures; and the errors of the closure.
  package func write(_ source: TileSource, _ line: ([UInt8]) throws -> Void) throws {
    var present: Set<String> = []
    var isFound = layer == nil
    // An open archive stays the same file, whatever replaces it.
    for reader in try TileSource.reading(source.path, { try $0.tilesets() }) {
      try reader.forEachTile { tile, stored in
        guard let bytes = try self.line(tile, stored, of: reader, &present) else { return }
        isFound = true
        try line(bytes)
      }
    }
    if let layer, !isFound { throw TileLookupError.noLayer(source.path, layer: layer, present: present.sorted()) }
  }

  /// The line of a tile; nil if it does not have the layer. `present` then gathers the layers that it has.
  private func line(
    _ tile: TileID, _ stored: [UInt8], of reader: any TileArchiveReader, _ present: inout Set<String>
  ) throws -> [UInt8]? {
    do {
      let decoded = try TileText.only(layer, in: TileText.decode(tile, stored, of: reader), "tile \(tile)")
      return decoded.geoJSONLine(of: tile, inTileUnits: isInTileUnits)
    } catch TileLookupError.noLayer(_, _, let names) {
      present.formUnion(names)
      return nil
    }
  }
}
