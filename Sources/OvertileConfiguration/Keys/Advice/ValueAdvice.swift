import OvertileCore
import OvertileExpressions

/// The replacement for a key that its mapping does not have, or for a value of the wrong form: common mistakes.
enum ValueAdvice {
  /// What to write in place of an unknown key, to follow "unknown key".
  ///
  /// - Parameters:
  ///   - key: the unknown key.
  ///   - names: the keys that the mapping has.
  static func text(forUnknown key: String, among names: [String]) -> String {
    let plain = ForeignNames.plain(key)
    if let name = names.first(where: { ForeignNames.plain($0) == plain }) { return "; write \"\(name)\"" }
    if let advice = ForeignNames.advice(key) { return "; \(advice)" }
    let near = NearestName.suggestion(for: key, among: names)
    return near.isEmpty ? "; the valid keys here are \(names.joined(separator: ", "))" : near
  }

  /// What to do about a value that is not a mapping; it follows the message about the expected and found value.
  static func noMapping(_ node: ConfigurationNode) -> String {
    node.content == .null ? "; check that the lines below this key are indented" : ""
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
