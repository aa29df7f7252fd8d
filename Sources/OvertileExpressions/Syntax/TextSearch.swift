/// Finds a string in another, byte by byte: not up to Unicode normalization.
enum TextSearch {
  /// The offset in bytes of the first occurrence at or after an offset; an empty needle occurs everywhere.
  /// O(length of both).
  static func offset(of needle: String, in haystack: String, from start: Int) -> Int? {
    guard !needle.isEmpty else { return start <= haystack.utf8.count ? start : nil }
    return offsets(of: needle, in: haystack, from: start, atMost: 1).first
  }

  /// The offsets in bytes of the first occurrences that do not overlap, from the left; the needle must not be empty.
  /// O(length of both), with Knuth, Morris and Pratt's table.
  static func offsets(of needle: String, in haystack: String, from start: Int = 0, atMost limit: Int = .max) -> [Int] {
    let (needle, haystack) = (Array(needle.utf8), Array(haystack.utf8))
    let borders = borders(of: needle)
    var (offsets, matched) = ([Int](), 0)
    for index in haystack.indices.dropFirst(start) {
      while matched > 0, haystack[index] != needle[matched] { matched = borders[matched - 1] }
      if haystack[index] == needle[matched] { matched += 1 }
      guard matched == needle.count else { continue }
      offsets.append(index + 1 - needle.count)
      if offsets.count == limit { break }
      matched = 0
    }
    return offsets
  }

  /// Per prefix of the needle: the length of its longest proper prefix that it also ends with.
  private static func borders(of needle: [UInt8]) -> [Int] {
    var borders = [Int](repeating: 0, count: needle.count)
    var length = 0
    for index in 1..<max(1, needle.count) {
      while length > 0, needle[index] != needle[length] { length = borders[length - 1] }
      if needle[index] == needle[length] { length += 1 }
      borders[index] = length
    }
    return borders
  }
}
