/// An error of decoding a vector tile.
package struct VectorTileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The stable codes.
  package enum Code: String, Sendable {
    /// The bytes are not the protobuf message.
    case message
    /// A layer breaks a rule: its name, extent, keys or values.
    case layer
    /// A feature's tags break a rule.
    case tags
    /// A feature's geometry breaks a rule.
    case geometry
  }

  /// The kind of error.
  package var code: Code
  /// The reason in words.
  package var reason: String
  /// The layer's name, if it is known.
  package var layer: String?
  /// The feature's index in its layer, from 0.
  package var featureIndex: Int?

  /// The location and the reason in one line.
  package var description: String {
    "the vector tile is damaged\(location.isEmpty ? "" : " in " + location): \(reason)"
  }

  /// The layer and the feature, if they are known: `layer "a", feature 3`.
  package var location: String {
    let parts = [layer.map { "layer \"\($0)\"" }, featureIndex.map { "feature \($0)" }]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}
