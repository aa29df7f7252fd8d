/// A language and perhaps a region, of a tag such as "de-AT" (BCP 47); scripts and variants are ignored.
struct LanguageTag: Sendable, Hashable {
  /// The language's subtag in lower case.
  let language: String
  /// The region's subtag in upper case.
  let region: String?
  /// Whether the tag has extensions, such as "en-u-nu-thai".
  let hasExtensions: Bool

  /// Reads a tag; nil if it does not have the form of one.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.utf8.count) || (5...8).contains(first.utf8.count),
      first.utf8.allSatisfy(Self.isLetter),
      parts.dropFirst().allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(Self.isLetterOrDigit) }),
      parts.last?.utf8.count != 1
    else { return nil }
    language = first.lowercased()
    let main = parts.dropFirst().prefix { $0.utf8.count > 1 }
    hasExtensions = main.count < parts.count - 1
    region = main.first { $0.utf8.count == 2 && $0.utf8.allSatisfy(Self.isLetter) }?.uppercased()
  }

  /// The tag as it is usually written.
  var text: String { region.map { "\(language)-\($0)" } ?? language }

  private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || (48...57).contains(byte) }
}
