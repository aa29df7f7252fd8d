import Expressions
import Features

/// The digest of the set of features of all layers, whatever their order.
enum FeatureSetDigest {
  /// The SHA-256 of each layer's name and its features' keys and contents in ascending order. O(n log n).
  static func digest(_ layers: [LayerRows], names: [String]) -> String {
    let parts = zip(names, layers).map { name, rows in
      let pairs = zip(rows.keys, rows.contents).sorted { $0 < $1 }
      return "\(CanonicalJSON.quoted(name)) \(FileDigest.words(pairs.map { ($0.0, $0.1) }))\n"
    }
    return FileDigest.text(parts.joined())
  }

  /// The SHA-256 of each layer's rows in the order in which they were read. O(n).
  static func ordered(_ layers: [LayerRows]) -> String {
    FileDigest.text(layers.map { FileDigest.words(zip($0.keys, $0.contents)) }.joined(separator: "\n"))
  }
}
