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
  /// - Throws: `ArchiveError`, `BundleError`; `InspectionError` for a tile that does not decode, for pictures, and when no
  ///   tile has the layer; and the errors of the closure.
  package func write(_ source: TileSource, _ line: ([UInt8]) throws -> Void) throws {
    var present: Set<String> = []
    // An open archive stays the same file, whatever replaces it.
    for reader in try TileSource.reading(source.path, { try $0.tilesets() }) {
      try reader.forEachTile { tile, stored in
        let all = try TileText.decode(tile, stored, of: reader)
        present.formUnion(all.layers.map(\.name))
        if let layer, !all.skippedLayers.contains(layer), !all.layers.contains(where: { $0.name == layer }) { return }
        let shown = try TileText.only(layer, in: all, "tile \(tile)")
        try line(shown.geoJSONLine(of: tile, inTileUnits: isInTileUnits))
      }
    }
    if let layer, !present.contains(layer) {
      throw InspectionError.noLayer(source.path, layer, present: present.sorted())
    }
  }
}
