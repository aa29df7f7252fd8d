/// Bounds what keys made of aliases can grow to, because the parser compares keys as wholes, aliases followed: a few lines
/// in which each key holds the one before twice would keep it busy for ever.
enum KeyAliases {
  /// The most aliases of a text that may have keys other than scalars; each can at most double a key.
  static let maximumCount = 12

  /// Whether a text has few aliases or no sign of a key that is an alias, a list or a mapping. A question mark alone or
  /// a bracket before a colon counts as such a sign in strings and comments too. O(length).
  static func areBounded(_ text: String) -> Bool {
    var count = 0
    var hasSign = false
    var previous = UInt8(ascii: "\n")
    // Whether only white space has come since an alias or a closing bracket.
    var endsNode = false
    for byte in text.utf8 {
      if previous == UInt8(ascii: "*"), isName(byte) { count += 1 }
      switch byte {
      case UInt8(ascii: ":"): hasSign = hasSign || endsNode
      case UInt8(ascii: "?"): hasSign = hasSign || mayPrecedeKey(previous)
      default: break
      }
      let isAlias = isName(byte) && (previous == UInt8(ascii: "*") || (endsNode && isName(previous)))
      let closes = byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
      endsNode = isAlias || closes || (endsNode && byte <= 0x20)
      previous = byte
    }
    return !hasSign || count <= maximumCount
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: byte >= 0x80
    }
  }

  private static func mayPrecedeKey(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte >= 0x80 || "[{,-:".utf8.contains(byte)
  }
}
