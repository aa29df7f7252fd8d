/// The range of bytes that a request asks for. Source: RFC 9110, section 14.
package enum ByteRange: Sendable, Hashable {
  /// No range, or one that a server may ignore: of another unit, malformed, or several that are there.
  case whole
  /// One range, not empty, inside the content.
  case part(Range<Int>)
  /// One range or several, all beyond the content.
  case outside

  /// Reads the field `Range` for content of a size in bytes. O(bytes).
  package init(_ field: String?, size: Int) {
    self = .whole
    guard let field, let equals = field.utf8.firstIndex(of: UInt8(ascii: "=")), size > 0 else { return }
    guard field[..<equals].lowercased() == "bytes" else { return }
    var inside: [Range<Int>] = []
    let specifications = field[field.utf8.index(after: equals)...].split(
      separator: ",", omittingEmptySubsequences: false)
    guard specifications.count <= 100 else { return }
    for specification in specifications {
      guard let range = Self.range(specification.trimmingBlanks, size: size) else { return }
      if !range.isEmpty { inside.append(range) }
    }
    if inside.count == 1 { self = .part(inside[0]) }
    if inside.isEmpty { self = .outside }
  }

  /// The bytes of "first-last", "first-" or "-length" that are there, maybe none; nil if it is none of these.
  private static func range(_ text: Substring, size: Int) -> Range<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    if ends[0].isEmpty {
      guard let length = number(ends[1]) else { return nil }
      return max(0, size - length)..<size
    }
    guard let first = number(ends[0]) else { return nil }
    if ends[1].isEmpty { return min(first, size)..<size }
    guard let last = number(ends[1]), first <= last else { return nil }
    return min(first, size)..<min(last, size - 1) + 1
  }

  /// A whole number of digits; one that does not fit is the largest.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return min(Int(text) ?? .max, .max - 1)
  }
}

extension Substring {
  /// The text without the spaces and tabulators around it.
  var trimmingBlanks: Substring {
    var rest = self
    while let first = rest.first, first == " " || first == "\t" { rest = rest.dropFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest = rest.dropLast() }
    return rest
  }
}
