/// Why some bytes are not a vector tile.
public struct VectorTileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The stable codes.
  public enum Code: String, Sendable {
    /// The bytes are not the protobuf message.
    case message
    /// A layer breaks a rule: its name, extent, keys or values.
    case layer
    /// A feature's tags break a rule.
    case tags
    /// A feature's geometry breaks a rule.
    case geometry
  }

  /// What kind of fault it is.
  public var code: Code
  /// The fault in words.
  public var reason: String
  /// The layer's name, once known.
  public var layer: String?
  /// The feature's place in its layer, from 0.
  public var featureIndex: Int?

  /// Code, place and reason in one line.
  public var description: String {
    "the vector tile is damaged\(location.isEmpty ? "" : " in " + location): \(reason)"
  }

  /// The layer and the feature, as far as they are known: `layer "a", feature 3`.
  public var location: String {
    let parts = [layer.map { "layer \"\($0)\"" }, featureIndex.map { "feature \($0)" }]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}
