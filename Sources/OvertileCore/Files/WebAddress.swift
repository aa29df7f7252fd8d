/// A network address in the position of a file's path.
package enum WebAddress {
  /// The advice on a text that begins with a scheme (RFC 3986 section 3.1), or with a prefix of GDAL's for one; nil for
  /// any other text.
  package static func advice(_ text: String) -> String? {
    guard text.hasPrefix("/vsi") || text.prefixMatch(of: #/[A-Za-z][A-Za-z0-9+.-]*:\/\//#) != nil else { return nil }
    if text.hasPrefix("file://") { return "Specify the file by its path: \(text.dropFirst("file://".count))" }
    return "Overtile reads local files, not URLs. Download it first, for example with curl -fL, and specify the file"
  }
}
