import OvertileConfiguration
import OvertileTileArchive

/// Output names that suggest something other than the actual output.
enum OutputName {
  private static let files = ["zip", "tar", "gz", "json", "geojson", "mvt", "pbf"]

  /// A warning if the output is named like a file, unless the name ends with a slash.
  static func diagnostics(_ output: OutputConfiguration) -> [Diagnostic] {
    let path = output.path.value
    let container = TileContainer(ofFile: path)
    guard let dot = path.lastIndex(of: "."),
      container != nil || files.contains(path[path.index(after: dot)...].lowercased())
    else { return [] }
    let name = String(path[..<dot])
    let archive = container.map { $0 == .pmtiles ? "" : ", format: \($0.rawValue)" } ?? ""
    return [
      Diagnostic(
        .outputIsFolder,
        "output.path: \"\(path)\" is named like a file, and the output is a folder of this name: a bundle is a folder of archives "
          + "with a manifest. For one archive of all zooms write {path: \(name), layout: single\(archive)} and take the "
          + "archive out of the folder; \"\(path)/\" says that the folder is meant")
    ]
  }
}
