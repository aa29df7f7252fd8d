import OvertileTileArchive

/// What holds the tiles of a bundle.
package enum TileContainer: String, Sendable, CaseIterable {
  /// PMTiles archives.
  case pmtiles
  /// MBTiles databases.
  case mbtiles
  /// A folder of files.
  case directory

  /// The ending of a file of tiles with its dot; none of a folder's name.
  package var ending: String { self == .directory ? "" : "." + rawValue }
}

/// What the tiles of a bundle are.
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
