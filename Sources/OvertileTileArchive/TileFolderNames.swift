/// The names of files in a folder of tiles, the same as in tippecanoe and GDAL.
package enum TileFolderNames {
  /// The metadata of the folder.
  package static let metadata = "metadata.json"
}

extension TileContent {
  /// The extension that writers use for a tile's file, without its dot. For other content, it is the content's name.
  package var fileExtension: String {
    switch self {
    case .vectorTile: "pbf"
    case .other(let name): name
    }
  }
}
