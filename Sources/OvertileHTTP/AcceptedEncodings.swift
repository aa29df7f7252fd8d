/// The encodings that a client accepts. Source: RFC 9110, section 12.5.3.
package enum AcceptedEncodings {
  /// Whether a field `Accept-Encoding` accepts gzip; without one a client is not sent any. O(bytes).
  package static func haveGzip(_ field: String?) -> Bool {
    guard let field else { return false }
    var (named, any): (Bool?, Bool?)
    for item in field.lowercased().split(separator: ",").prefix(100) {
      let words = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let name = words.first else { continue }
      let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      if name == "gzip" || name == "x-gzip" { named = weight > 0 }
      if name == "*" { any = weight > 0 }
    }
    return named ?? any ?? false
  }
}
