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
  private(set) var layers: [Layer] = []

  /// Parses the output of `ogrinfo -so`, as GDAL 3 writes it.
  init(_ text: String) {
    var definition: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let name = Self.value(line, "Layer name: ") {
        layers.append(Layer(name: name))
        definition = nil
      } else if layers.isEmpty {
        continue
      } else if line == "Layer SRS WKT:" {
        definition = []
      } else if let lines = definition {
        definition = take(line, lines)
      } else {
        take(line)
      }
    }
  }

  /// Reads a line of WKT; nil at its end.
  private mutating func take(_ line: Substring, _ lines: [Substring]) -> [Substring]? {
    if line == "(unknown)" { return nil }
    let isOver = line.hasPrefix("Data axis to CRS axis mapping:")
    guard isOver else { return lines + [line] }
    layers[layers.count - 1].crs = Self.code(lines.last ?? "") ?? lines.joined(separator: "\n")
    return nil
  }

  private mutating func take(_ line: Substring) {
    let last = layers.count - 1
    if line == "Geometry: None" {
      layers[last].hasGeometry = false
    } else if let count = Self.value(line, "Feature Count: ") {
      layers[last].count = Int(count)
    } else if let key = Self.value(line, "FID Column = ") {
      layers[last].key = key
    } else if let colon = Self.colonBeforeType(line) {
      layers[last].columns.append(String(line[..<colon]))
    }
  }

  /// The index at which the name of a column ends, which may hold colons itself: `name: String (0.0)`.
  private static func colonBeforeType(_ line: Substring) -> Substring.Index? {
    line.ranges(of: ": ").first { colon in types.contains { line[colon.upperBound...].hasPrefix($0) } }?.lowerBound
  }

  private static let types = ["Integer", "Real", "String", "Date", "Time", "Binary", "Wide"]

  private static func value(_ line: Substring, _ prefix: String) -> String? {
    line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil
  }

  /// The authority code in the last line of a definition: ` ID["EPSG",27700]]`.
  private static func code(_ line: Substring) -> String? {
    guard line.hasPrefix("    ID[\""), line.hasSuffix("]]") else { return nil }
    let parts = line.dropFirst(8).dropLast(2).split(separator: ",")
    guard parts.count == 2, parts[0].hasSuffix("\"") else { return nil }
    return "\(parts[0].dropLast()):\(parts[1].filter { $0 != "\"" })"
  }
}
