import OvertileConfiguration

/// Output names that suggest something other than the actual output.
enum OutputName {
  private static let files = ["pmtiles", "mbtiles", "zip", "tar", "gz", "json", "geojson", "mvt", "pbf"]

  /// A warning if the output is named like a file, unless the name ends with a slash.
  static func diagnostics(_ output: OutputConfiguration) -> [Diagnostic] {
    let path = output.path.value
    guard let dot = path.lastIndex(of: "."), files.contains(path[path.index(after: dot)...].lowercased()) else {
      return []
    }
    let name = String(path[..<dot])
    let archive = path.hasSuffix(".mbtiles") ? ", format: mbtiles" : ""
    return [
      Diagnostic(
        .outputIsFolder,
        "output.path: \"\(path)\" looks like the name of a file, but a bundle is a folder of archives with a manifest. For a single "
          + "archive of all zooms, set {path: \(name), layout: single\(archive)} and copy the archive out of the folder. "
          + "To use this folder name without a warning, write \"\(path)/\"")
    ]
  }
}
