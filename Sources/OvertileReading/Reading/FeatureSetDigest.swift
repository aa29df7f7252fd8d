import OvertileCore
import OvertileExpressions

/// The digest of the set of features of all layers, whatever their order.
package enum FeatureSetDigest {
  /// The SHA-256 of each layer's name and the digest of its features in their canonical order; see `CanonicalItems`.
  package static func digest(_ layers: [(name: String, features: String)]) -> String {
    FileDigest.text(layers.map { "\(CanonicalJSON.quoted($0.name)) \($0.features)\n" }.joined())
  }

  /// The SHA-256 of each layer's rows in the order in which they were read. O(n).
  package static func ordered(_ layers: [LayerRows]) -> String {
    FileDigest.text(
      layers.map { rows in FileDigest.words(rows.keys.count) { (rows.keys[$0], rows.contents[$0]) } }.joined(
        separator: "\n"))
  }
}
