/// Bounds the nesting of brackets before parsing, because the parser works by recursion.
enum FlowDepth {
  /// Whether no position of a text has more open brackets and braces than a limit; those in strings count, too, which
  /// only matters for contrived texts. Block nesting is bounded by the parser.
  static func isWithin(_ limit: Int, _ text: String) -> Bool {
    var depth = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      default: break
      }
      if depth > limit { return false }
    }
    return true
  }
}
