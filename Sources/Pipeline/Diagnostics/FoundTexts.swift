import Features

/// The texts that stood where a number or a boolean was expected: what they are decides what helps.
struct FoundTexts: Sendable {
  /// Whether one is a number, as "12" is.
  private(set) var hasNumbers = false
  /// The first few that are no numbers and not blank.
  private(set) var others: [String] = []
  /// Whether there are more of those.
  private(set) var hasMore = false

  /// The texts that are kept: more are no exceptions.
  private static let most = 5
  /// The bytes of a text that is kept.
  private static let longest = 60

  /// No texts.
  init() {}

  /// Adds one. O(its length).
  mutating func add(_ text: String) {
    if PropertyValue.string(text).numberOfText != nil {
      hasNumbers = true
    } else if text.contains(where: { !$0.isWhitespace }), !others.contains(where: { $0.utf8.elementsEqual(text.utf8) })
    {
      if others.count < Self.most, text.utf8.count <= Self.longest { others.append(text) } else { hasMore = true }
    }
  }

  /// Whether each is a number, or blank.
  var areNumbers: Bool { others.isEmpty && !hasMore }
  /// Whether most are numbers, and what is none can be listed.
  var areNumbersWithExceptions: Bool { hasNumbers && !others.isEmpty && !hasMore }
}
