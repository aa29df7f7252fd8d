import OvertileFeatures

/// The values found where others were expected: texts, and whether they are numbers, and a number.
struct FoundValues: Sendable {
  /// Whether a text is a number, such as "12".
  private(set) var hasNumbers = false
  /// Whether one is a number other than 0 and 1.
  private(set) var hasLargeNumbers = false
  /// The first few texts that are neither numbers nor blank.
  private(set) var others: [String] = []
  /// Whether there are more of those.
  private(set) var hasMore = false
  /// Whether one of those is not a number with commas between its thousands.
  private(set) var hasUngrouped = false
  /// Whether the commas of one of those are certainly thousands separators, as in "1,234,567" and "1,234.5".
  private(set) var hasSureGroups = false
  /// The first number.
  private(set) var number: PropertyValue?

  /// The number of texts that are kept: more are not exceptions.
  private static let most = 5
  /// The most bytes of a text that is kept.
  private static let longest = 60

  /// An empty collection.
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
      if Self.isSurelyGrouped(text) { hasSureGroups = true }
      guard !others.contains(where: { $0.utf8.elementsEqual(text.utf8) }) else { return }
      if others.count < Self.most, text.utf8.count <= Self.longest { others.append(text) } else { hasMore = true }
    }
  }

  /// Whether each text is a number, or blank.
  var areNumbers: Bool { others.isEmpty && !hasMore }
  /// Whether each text is a number, some with commas between their thousands, such as "1,234".
  var areGroupedNumbers: Bool { !areNumbers && !hasUngrouped && hasSureGroups }
  /// Whether each text is a number, some with a comma that may separate thousands or decimals, such as "1,234".
  var areAmbiguousNumbers: Bool { !areNumbers && !hasUngrouped && !hasSureGroups }
  /// The first text with digits that is neither a number nor a date: a number in another form, such as "12,00" and "7 km".
  var otherNumber: String? {
    others.first { text in text.contains(where: \.isNumber) && text.prefixMatch(of: /[0-9]{4}-[0-9]/) == nil }
  }
  /// The first text that is a date with its year last, or a time: texts do not sort as times.
  var date: String? {
    others.first { text in
      text.wholeMatch(of: /[0-9]{1,2}[.\/-][0-9]{1,2}[.\/-]([0-9]{4}|[0-9]{2})([ T,].*)?/) != nil
        || text.wholeMatch(of: /[0-9]{4}[.\/][0-9]{1,2}[.\/][0-9]{1,2}([ T,].*)?/) != nil
    }
  }
  /// The first texts that mean true, in each spelling.
  var truths: [String] { others.filter { ["true", "yes", "y", "on", "t"].contains($0.lowercased()) } }
  /// Whether there are several spellings of true, or may be.
  var hasSeveralTruths: Bool {
    let words = truths
    let isWord = !words.isEmpty || others.contains { ["false", "no", "n", "off", "f"].contains($0.lowercased()) }
    return words.count > 1 || isWord && (hasMore || hasNumbers)
  }
  /// Whether most texts are numbers, and the others are few words: a text with digits is a number in another form.
  var areNumbersWithExceptions: Bool {
    hasNumbers && !others.isEmpty && !hasMore && !others.contains { $0.contains(where: \.isNumber) }
  }

  private static func isGrouped(_ text: String) -> Bool {
    text.wholeMatch(of: /[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]+)?/) != nil
  }

  private static func isSurelyGrouped(_ text: String) -> Bool {
    isGrouped(text) && (text.contains(".") || text.count(where: { $0 == "," }) > 1)
  }
}
