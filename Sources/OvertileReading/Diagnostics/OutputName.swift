import OvertileConfiguration

/// Output names that suggest something other than the actual output.
package enum OutputName {
  private static let files = ["pmtiles", "mbtiles", "zip", "tar", "gz", "json", "geojson", "mvt", "pbf"]

  /// A warning if the output is named like a file, unless the name ends with a slash.
  package static func diagnostics(_ output: OutputConfiguration) -> [Diagnostic] {
    let path = output.path.value
    guard let dot = path.lastIndex(of: "."), files.contains(path[path.index(after: dot)...].lowercased()) else {
      return []
    }
    let name = String(path[..<dot])
    let archive = path.hasSuffix(".mbtiles") ? ", format: mbtiles" : ""
    return [
      Diagnostic(
        .outputIsFolder,
        "output.path: \"\(path)\" is named like a file, and the output is a folder of this name: a bundle is a folder of archives "
          + "with a manifest. For one archive of all zooms write {path: \(name), layout: single\(archive)} and take the "
          + "archive out of the folder; \"\(path)/\" says that the folder is meant")
    ]
  }
}
