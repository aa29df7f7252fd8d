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

/// The encoding of a bundle's tiles. Earlier versions also wrote GeoJSON.
package enum TileEncoding: String, Sendable, CaseIterable {
  /// Mapbox vector tiles.
  case mvt
}
