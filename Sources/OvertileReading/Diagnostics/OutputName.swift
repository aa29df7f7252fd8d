import OvertileConfiguration
import OvertileTileArchive

/// Output names that suggest something other than the actual output.
package enum OutputName {
  private static let files = ["zip", "tar", "gz", "json", "geojson", "mvt", "pbf"]

  /// A warning if the output is named like a file, unless the name ends with a slash.
  package static func diagnostics(_ output: OutputConfiguration) -> [Diagnostic] {
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
        "output.path: \"\(path)\" looks like the name of a file, but a bundle is a folder of archives with a manifest. For a single "
          + "archive of all zooms, set {path: \(name), layout: single\(archive)} and copy the archive out of the folder. "
          + "To use this folder name without a warning, write \"\(path)/\"")
    ]
  }
}
