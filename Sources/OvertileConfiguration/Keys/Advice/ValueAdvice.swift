import OvertileExpressions

/// The replacement for a value of the wrong form: common mistakes.
enum ValueAdvice {
  /// How to write a missing key; it follows its name, and is empty if the name is enough.
  static func missing(_ name: String) -> String {
    let forms = [
      "sources": "sources: {NAME: {path: FILE}}", "output": "output: {path: FOLDER}",
      "layers": "layers: {NAME: {source: NAME, kind: cluster, zooms: 0-14}}", "kind": "kind: cluster, circle or shape",
      "circle": "circle: {radius: 250m}",
    ]
    return forms[name].map { "; write \($0)" } ?? ""
  }

  /// The replacement for a value that is not a mapping; it follows the message about the expected and found value.
  static func text(for node: ConfigurationNode, among names: [String]) -> String {
    switch node.content {
    case .null: "; check that the lines below this key are indented"
    case .string(let text) where names.contains("path"): "; write {path: \(text)}"
    case .string(let text) where names.contains("sum"): "; write {sum: \(text)}"
    case .string(let text) where names.count == 1: "; write {\(names[0]): \(text)}"
    default: ""
    }
  }

  /// How to write a command in one text as a list.
  @Sendable static func command(_ text: String) -> String {
    guard text.contains(where: { "|&;<>$`\"'\\*?~(){}[]\n".contains($0) }) else {
      return "; write a list of the program and its arguments: [\(text.split(separator: " ").joined(separator: ", "))]"
    }
    return
      "; commands do not run in a shell, so write a list of the program and its arguments, or [bash, -o, pipefail, "
      + "-c, \(CanonicalJSON.quoted(text))]"
  }

  /// The word or unit that another one means, among those that are allowed; nil if there is none.
  static func meant(_ word: String, among words: [String]) -> String? {
    let word = word.lowercased()
    let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
    return [word, names[word], names[singular]].compactMap(\.self).first(where: words.contains)
  }

  /// Names in full, names of geometries, and words of other programs, in lower case, each with ours.
  private static let names = [
    "pixel": "px", "pt": "px", "meter": "m", "metre": "m", "kilometer": "km", "kilometre": "km", "mile": "mi",
    "foot": "ft", "feet": "ft", "sec": "s", "second": "s", "minute": "min", "hour": "h", "day": "d", "percent": "%",
    "degree": "deg", "°": "deg", "centre": "center", "centroid": "mean", "center": "member", "mvt": "pmtiles",
    "pbf": "directory", "point": "cluster", "multipoint": "cluster", "symbol": "cluster", "heatmap": "cluster",
    "marker": "cluster", "line": "shape", "linestring": "shape", "multilinestring": "shape", "polygon": "shape",
    "multipolygon": "shape", "fill": "shape",
  ]
}
