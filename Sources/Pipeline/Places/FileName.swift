import Foundation

/// Names of sources and layers as parts of the names of files.
enum FileName {
  /// The path of a layer's members in a bundle.
  static func members(ofLayer layer: String) -> String { "members.\(encoded(layer)).bin" }

  /// A name with everything but letters, digits, "-" and "_" percent-encoded.
  static func encoded(_ name: String) -> String {
    let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
    return name.addingPercentEncoding(withAllowedCharacters: plain) ?? name
  }
}
