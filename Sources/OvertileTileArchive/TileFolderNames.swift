/// The names of files in a folder of tiles, as tippecanoe and GDAL have them too.
package enum TileFolderNames {
  /// What the folder says about itself.
  package static let metadata = "metadata.json"
}

extension TileContent {
  /// The extension of a tile's file that writers give, without its dot; of other content its name.
  package var fileExtension: String {
    switch self {
    case .vectorTile: "pbf"
    case .geoJSON: "geojson"
    case .other(let name): name
    }
  }
}
