import OvertileCore

/// The reason that there is nothing to export, or that a tileset cannot be exported.
package enum ExportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Two commas, or one at an end, in a list of layers.
  case emptyName(String)
  /// The tileset has no such layer; the layers that it has.
  case noLayer(String, layer: String, present: [String])
  /// No tile is selected; the zooms that there are, and the selected layers without features.
  case noTiles(String, zooms: ClosedRange<Int>?, empty: [String])
  /// The tiles are not vector tiles.
  case notVector(String, content: String)
  /// A tile is damaged.
  case damaged(String, reason: String)

  /// What happened, what was expected and found, and what to do.
  package var description: String {
    switch self {
    case .emptyName(let text):
      return "--layers \(text): expected layer names separated by commas, such as airports,quakes"
    case .noLayer(let path, let layer, let present):
      let suggestion = NearestName.suggestion(for: layer, among: present)
      let has = present.isEmpty ? "it has no layers" : "it has " + present.map { "\"\($0)\"" }.joined(separator: ", ")
      return "\(path) has no layer \"\(layer)\"\(suggestion.isEmpty ? "; \(has)" : suggestion + " \(has)")"
    case .noTiles(let path, let zooms, let empty):
      guard let zooms else { return "\(path): there are no tiles to export" }
      let range = zooms.count == 1 ? "zoom \(zooms.lowerBound)" : "zooms \(zooms.lowerBound) to \(zooms.upperBound)"
      let layers = empty.map { "the layer \"\($0)\" has no features; " }.joined()
      return "\(path): the selection contains no tiles; \(layers)the tileset has tiles at \(range). "
        + "Change --layers, --zooms or --bounds"
    case .notVector(let path, let content):
      return "\(path): only vector tiles can be exported, but these tiles are \(content)"
    case .damaged(let path, let reason): return "\(path): \(reason)"
    }
  }
}
