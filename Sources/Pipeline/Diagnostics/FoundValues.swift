import Features

/// What stood where something else was expected: texts, of which it matters whether they are numbers, and a number.
struct FoundValues: Sendable {
  /// Whether a text is a number, as "12" is.
  private(set) var hasNumbers = false
  /// Whether one is a number other than 0 and 1.
  private(set) var hasLargeNumbers = false
  /// The first few texts that are no numbers and not blank.
  private(set) var others: [String] = []
  /// Whether there are more of those.
  private(set) var hasMore = false
  /// Whether one of those is no number with commas between its thousands.
  private(set) var hasUngrouped = false
  /// The first number.
  private(set) var number: PropertyValue?

  /// The texts that are kept: more are no exceptions.
  private static let most = 5
  /// The bytes of a text that is kept.
  private static let longest = 60

  /// Nothing.
  init() {}

  /// Adds a value. O(its length).
  mutating func add(_ value: PropertyValue) {
    guard case .string(let text) = value else {
      number = number ?? (value.number == nil ? nil : value)
      return
    }
    if let number = value.numberOfText?.number {
      hasNumbers = true
      if number != 0, number != 1 { hasLargeNumbers = true }
    } else if text.contains(where: { !$0.isWhitespace }) {
      if !Self.isGrouped(text) { hasUngrouped = true }
      guard !others.contains(where: { $0.utf8.elementsEqual(text.utf8) }) else { return }
      if others.count < Self.most, text.utf8.count <= Self.longest { others.append(text) } else { hasMore = true }
    }
  }

  /// Whether each text is a number, or blank.
  var areNumbers: Bool { others.isEmpty && !hasMore }
  /// Whether each text is a number, some with commas between their thousands, as "1,234" is.
  var areGroupedNumbers: Bool { !areNumbers && !hasUngrouped }
  /// Whether most texts are numbers, and the others few words: what has digits is a number in another form.
  var areNumbersWithExceptions: Bool {
    hasNumbers && !others.isEmpty && !hasMore && !others.contains { $0.contains(where: \.isNumber) }
  }

  private static func isGrouped(_ text: String) -> Bool {
    text.wholeMatch(of: /[+-]?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?/) != nil
  }
}
