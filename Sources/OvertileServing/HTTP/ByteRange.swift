/// The range of bytes that a request asks for. Source: RFC 9110, section 14.
enum ByteRange: Sendable, Hashable {
  /// No range, or one that a server may ignore: of another unit, malformed, or several that are there.
  case whole
  /// One range, not empty, inside the content.
  case part(Range<Int>)
  /// One range or several, all beyond the content.
  case outside

  /// Reads the field `Range` for content of a size in bytes. O(bytes).
  init(_ field: String?, size: Int) {
    self = .whole
    guard let field, size > 0 else { return }
    let words = field.filter { $0 != " " && $0 != "\t" }.split(separator: "=", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return }
    let texts = words[1].split(separator: ",", omittingEmptySubsequences: false)
    let ranges = texts.prefix(100).compactMap { Self.range($0, size: size) }
    guard ranges.count == texts.count else { return }
    let inside = ranges.filter { !$0.isEmpty }
    if inside.count == 1 { self = .part(inside[0]) }
    if inside.isEmpty { self = .outside }
  }

  /// The bytes of "first-last", "first-" or "-length" that are there, maybe none; nil if it is none of these.
  private static func range(_ text: Substring, size: Int) -> Range<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    if ends[0].isEmpty { return number(ends[1]).map { max(0, size - $0)..<size } }
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
