import OvertileCore

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

/// The paths of tiles in a folder of them.
package enum TilePath {
  /// Whether a path below the folder is `Z/X/Y` and an ending, a folder above one, or the folder's metadata.
  package static func isTilePath(_ path: Substring, _ kind: FileKind) -> Bool {
    if kind == .file, path == TileFolderNames.metadata { return true }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if kind == .folder { return parts.count <= 2 && parts.allSatisfy(isNumber) }
    let ending = "." + TileContent.vectorTile.fileExtension
    return kind == .file && parts.count == 3 && parts[0...1].allSatisfy(isNumber)
      && parts[2].hasSuffix(ending) && isNumber(parts[2].dropLast(ending.count))
  }

  private static func isNumber(_ text: Substring) -> Bool {
    (1...10).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
  }
}
