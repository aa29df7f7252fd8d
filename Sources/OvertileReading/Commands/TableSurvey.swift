/// The output of `ogrinfo` for a file or database: its layers.
struct TableSurvey {
  /// A layer.
  struct Layer: Equatable {
    /// Its name.
    var name: String
    /// Its rows; nil where they were not counted.
    var count: Int?
    /// Its coordinate reference system as an authority code, or else as WKT; nil where it has none.
    var crs: String?
    /// Whether its rows have geometries.
    var hasGeometry = true
    /// The column that identifies its rows and is not one of its fields.
    var key: String?
    /// Its columns.
    var columns: [String] = []
  }

  /// The layers in the order of the output.
  let layers: [Layer]

  /// Parses the output of `ogrinfo -so`, as GDAL 3 writes it.
  init(_ text: String) {
    let sections = "\n\(text)".split(separator: "\nLayer name: ", omittingEmptySubsequences: false)
    layers = sections.dropFirst().map { Layer($0) }
  }
}

extension TableSurvey.Layer {
  /// Parses what follows "Layer name: ".
  fileprivate init(_ section: Substring) {
    let system = section.firstMatch(of: #/\nLayer SRS WKT:\n([\s\S]*?)\nData axis to CRS axis mapping:.*/#)
    var rest = section
    if let system { rest.removeSubrange(system.range) }
    let lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
    self.init(name: String(lines[0]), crs: system.map { Self.code($0.1) ?? String($0.1) })
    for line in lines.dropFirst() {
      if line == "Geometry: None" {
        hasGeometry = false
      } else if line.hasPrefix("Feature Count: ") {
        count = Int(line.dropFirst(15))
      } else if line.hasPrefix("FID Column = ") {
        key = String(line.dropFirst(13))
      } else if let column = line.prefixMatch(of: #/(.*?): (?:Integer|Real|String|Date|Time|Binary|Wide)/#) {
        // A name may contain colons itself: "a: b: Real (0.0)".
        columns.append(String(column.1))
      }
    }
  }

  /// The authority code in the last line of a definition: ` ID["EPSG",27700]]`.
  private static func code(_ definition: Substring) -> String? {
    let line = definition.split(separator: "\n").last ?? ""
    return line.wholeMatch(of: #/    ID\["([^,]*)","?([^,"]*)"?\]\]/#).map { "\($0.1):\($0.2)" }
  }
}
