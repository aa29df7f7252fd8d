/// The range of bytes that a request asks for. Source: RFC 9110, section 14.
enum ByteRange: Sendable, Hashable {
  /// No range, or one that a server may ignore: of another unit, malformed, or several.
  case whole
  /// A range, not empty, inside the content.
  case part(Range<Int>)
  /// A range beyond the content.
  case outside

  /// Reads the field `Range` for content of a size in bytes. O(bytes).
  init(_ field: String?, size: Int) {
    self = .whole
    let form = #/bytes=[ \t]*([0-9]*)-([0-9]*)[ \t]*/#.ignoresCase()
    guard let field, size > 0, let found = field.wholeMatch(of: form) else { return }
    let range: Range<Int>
    switch (Self.number(found.1), Self.number(found.2)) {
    case (nil, nil): return
    case (nil, let length?): range = max(0, size - length)..<size
    case (let first?, let last):
      guard first <= last ?? first else { return }
      range = min(first, size)..<min(last ?? size, size - 1) + 1
    }
    self = range.isEmpty ? .outside : .part(range)
  }

  /// A number of digits, of which one that does not fit is the largest; nil without digits.
  private static func number(_ digits: Substring) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }
}
