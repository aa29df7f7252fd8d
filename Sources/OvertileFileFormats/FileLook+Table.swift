/// Files that GDAL is to read by their names.
extension FileLook {
  /// The advice on a file whose content does not match its extension, as a sentence.
  package func advice(onTable path: String) -> String {
    let encodings: [FileFormat: String] = [
      .utf16LE: "UTF-16LE", .utf16BE: "UTF-16BE", .utf32LE: "UTF-32LE", .utf32BE: "UTF-32BE",
    ]
    let file = InputName.quoted(path)
    if let encoding = encodings[format] {
      let (stem, ending) = Self.parts(of: path)
      return "It must be UTF-8; convert it: iconv -f \(encoding) -t UTF-8 \(file) > "
        + InputName.quoted("\(stem).utf8.\(ending)")
    }
    if format == .zip || format == .zippedShapefile { return "Unpack it, and name the file in it: unzip \(file)" }
    if format == .geoJSON || format == .textSequence {
      let name = InputName.quoted(Self.parts(of: path).stem + ".geojson")
      return "Rename it so that its ending says so: mv \(file) \(name)"
    }
    if format == .csv || format == .text { return "Give the file the ending of its format" }
    return advice(path: path)
  }

  private static func parts(of path: String) -> (stem: String, ending: String) {
    guard let dot = path.lastIndex(of: ".") else { return (path, "csv") }
    return (String(path[..<dot]), String(path[path.index(after: dot)...]))
  }

  /// Whether a file's content plainly does not match its extension: a server's response, another encoding, a packed
  /// file.
  ///
  /// - Parameters:
  ///   - extensions: the extensions of the format.
  ///   - path: the file.
  package func contradicts(_ extensions: [String], path: String) -> Bool {
    switch format {
    case .html, .serviceError, .jsonError, .gitLFS, .mergeConflict, .utf16LE, .utf16BE, .utf32LE, .utf32BE, .xz, .zstd,
      .bzip2, .zlib, .gzip, .tar, .sevenZip, .rar, .parquet, .workbook, .pipeline:
      return true
    case .zip, .zippedShapefile:
      let name = path.lowercased()
      return !["shz", "zip", "kmz"].contains { name.hasSuffix(".\($0)") }
    case .csv, .text: return !extensions.contains("csv")
    // For other extensions GDAL uses the content of the file.
    case .geoJSON, .geoJSONArray, .textSequence, .topoJSON, .esriJSON, .overpassJSON, .json, .jsonArray:
      return !Set(extensions).isDisjoint(with: ["csv", "kml", "gpx"])
    case .kml, .gpx, .gml, .osmXML, .xml: return extensions.contains("csv")
    default: return false
    }
  }
}
