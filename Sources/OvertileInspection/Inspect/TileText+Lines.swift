import MapMath
import OvertileTileArchive

extension TileText {
  /// Passes on all tiles of a bundle or an archive as lines of GeoJSON with their line feeds: a FeatureCollection a line, whose foreign
  /// member `tile` is z/x/y. Zooms ascend, and within a zoom tiles come in their container's own order. O(bytes), with memory
  /// for one tile.
  ///
  /// - Parameters:
  ///   - layer: the layer that is shown; nil for all of them. Tiles without it have no line.
  ///   - inTileUnits: whether positions are tile units rather than degrees; see `DecodedTile.geoJSON(of:)`.
  /// - Throws: `ArchiveError`, `BundleError`; `InspectionError` for a tile that does not decode, for pictures, and when no
  ///   tile has the layer; and the errors of the closure.
  package static func lines(
    of path: String, layer: String?, inTileUnits: Bool, _ line: ([UInt8]) throws -> Void
  ) throws {
    var present: Set<String> = []
    // An open archive stays the same file, whatever replaces it.
    for reader in try TileSource.reading(path, { try $0.tilesets() }) {
      try reader.forEachTile { tile, stored in
        let all = try decode(tile, stored, of: reader)
        present.formUnion(all.layers.map(\.name))
        if let layer, !all.skippedLayers.contains(layer), !all.layers.contains(where: { $0.name == layer }) { return }
        try line(only(layer, in: all, "tile \(tile)").geoJSONLine(of: tile, inTileUnits: inTileUnits))
      }
    }
    if let layer, !present.contains(layer) {
      throw InspectionError.noLayer(path, layer, present: present.sorted())
    }
  }
}
