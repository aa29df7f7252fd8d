import OvertileTileArchive

/// The container of a bundle's tiles.
package enum TileContainer: String, Sendable, CaseIterable {
  /// PMTiles archives.
  case pmtiles
  /// MBTiles databases.
  case mbtiles
  /// A folder of files.
  case directory

  /// The extension of a file of tiles with its dot; none for a folder.
  package var ending: String { self == .directory ? "" : "." + rawValue }
}

/// The encoding of a bundle's tiles.
package enum TileEncoding: String, Sendable, CaseIterable {
  /// Mapbox vector tiles.
  case mvt
  /// GeoJSON texts.
  case geojson

  /// The extension of a tile's file in a folder, without its dot.
  package var fileExtension: String {
    switch self {
    case .mvt: TileContent.vectorTile.fileExtension
    case .geojson: TileContent.geoJSON.fileExtension
    }
  }
}
