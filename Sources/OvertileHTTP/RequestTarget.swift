/// Decodes the target of a request: its path and its query. Source: RFC 9112, section 3.2; RFC 3986.
enum RequestTarget {
  /// A decoded target.
  struct Decoded {
    var path: [String]
    var query: [ServedRequest.Parameter]
  }

  /// The most parameters of a query.
  private static let mostParameters = 64

  /// Decodes a target of visible ASCII: "/path?query", the same after "http://host", or "*".
  ///
  /// - Throws: `RequestFault` of status 400 for escapes that are none, bytes that are not UTF-8, control characters, and
  ///   segments "." or "..", which clients resolve themselves.
  static func decode(_ target: ArraySlice<UInt8>) throws(RequestFault) -> Decoded {
    let target = try origin(target)
    if target.elementsEqual("*".utf8) { return Decoded(path: ["*"], query: []) }
    guard target.first == UInt8(ascii: "/") else { throw bad("the address of a request begins with \"/\"") }
    let parts = target.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    var decoded = Decoded(path: [], query: [])
    let segments = parts[0].dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for segment in segments {
      let text = try text(segment)
      guard text != ".", text != ".." else { throw bad("a path has no segments \".\" and \"..\" here") }
      decoded.path.append(text)
    }
    guard parts.count == 2 else { return decoded }
    let pairs = parts[1].split(separator: UInt8(ascii: "&"))
    guard pairs.count <= mostParameters else { throw bad("a query has at most \(mostParameters) parameters") }
    for pair in pairs {
      let words = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      decoded.query.append(
        ServedRequest.Parameter(name: try text(words[0]), value: words.count == 2 ? try text(words[1]) : ""))
    }
    return decoded
  }

  /// The target without "http://host" before it, as clients of proxies write it.
  private static func origin(_ target: ArraySlice<UInt8>) throws(RequestFault) -> ArraySlice<UInt8> {
    for scheme in ["http://", "https://"] where target.prefix(scheme.utf8.count).lowercased == scheme {
      let rest = target.dropFirst(scheme.utf8.count)
      guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return ArraySlice("/".utf8) }
      return rest[slash...]
    }
    return target
  }

  /// A segment, a name or a value without its percent-escapes.
  static func text(_ escaped: ArraySlice<UInt8>) throws(RequestFault) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(escaped.count)
    var index = escaped.startIndex
    while index < escaped.endIndex {
      guard escaped[index] == UInt8(ascii: "%") else {
        bytes.append(escaped[index])
        index += 1
        continue
      }
      guard escaped.endIndex - index > 2, let high = digit(escaped[index + 1]), let low = digit(escaped[index + 2])
      else {
        throw bad("\"%\" is followed by two hexadecimal digits in an address")
      }
      bytes.append(high << 4 | low)
      index += 3
    }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw bad("an address has no control characters") }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { throw bad("an address is UTF-8, percent-encoded") }
    return text
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func bad(_ message: String) -> RequestFault { RequestFault(.badRequest, "bad-address", message) }
}

extension ArraySlice<UInt8> {
  /// The bytes as a text, with the letters of ASCII in lower case; bytes that are not UTF-8 are replaced.
  var lowercased: String {
    String(decoding: map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
