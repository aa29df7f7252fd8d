import Foundation

/// Names of sources and layers as parts of the names of files.
enum FileName {
  /// A name with everything but letters, digits, "-" and "_" percent-encoded.
  static func encoded(_ name: String) -> String {
    let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
    return name.addingPercentEncoding(withAllowedCharacters: plain) ?? name
  }
}
