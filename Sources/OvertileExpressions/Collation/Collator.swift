/// Compares strings in dictionary order: by letters, then by their accents, then by case, as far as each counts.
///
/// Follows the Unicode collation algorithm with the order of CLDR's root for Latin, Greek and Cyrillic letters, digits,
/// punctuation and symbols; other characters come after them by code point. Letters of a language's own are known for
/// German (searching), Swedish, Finnish, Danish, Norwegian and Spanish; other languages are compared like English. The
/// same on every machine, which the collators of operating systems are not.
struct Collator: Sendable {
  /// The locale of the comparison: the requested one if its language has a rule here or needs none.
  let locale: String
  private let isCaseSensitive: Bool
  private let isDiacriticSensitive: Bool
  private let tailoring: Tailoring

  /// Makes a collator; nil if a locale is not a language tag.
  init?(isCaseSensitive: Bool, isDiacriticSensitive: Bool, locale: String?) {
    guard let tag = LanguageTag(locale ?? "en") else { return nil }
    self.isCaseSensitive = isCaseSensitive
    self.isDiacriticSensitive = isDiacriticSensitive
    self.locale = CollationTable.languages.contains(tag.language) ? tag.text : "en"
    tailoring = Tailoring.of(tag.language)
  }

  /// Below 0 if the first string comes before the second, above 0 if after, 0 if nothing that counts differs.
  func compare(_ first: String, _ second: String) -> Int {
    let (a, b) = (key(first), key(second))
    let letters = Self.order(a.primary, b.primary)
    if letters != 0 { return letters }
    if isDiacriticSensitive {
      let accents = Self.order(a.secondary, b.secondary)
      if accents != 0 { return accents }
    }
    guard isCaseSensitive else { return 0 }
    if isDiacriticSensitive { return Self.order(a.tertiary, b.tertiary) }
    return Self.order(a.tertiary.map { $0 & 1 }, b.tertiary.map { $0 & 1 })
  }

  private struct Key {
    var primary: [UInt32] = []
    var secondary: [UInt32] = []
    var tertiary: [UInt32] = []
  }

  private func key(_ string: String) -> Key {
    var key = Key()
    var rest = CanonicalForm.composed(string)[...]
    while let scalar = rest.popFirst() {
      if let next = rest.first, let letter = tailoring.letter(of: scalar, next) {
        rest.removeFirst()
        add(letter, to: &key)
      } else if let letter = tailoring.letters[scalar] {
        add(letter, to: &key)
      } else {
        addParts(of: scalar, to: &key)
      }
    }
    return key
  }

  private func addParts(of scalar: Unicode.Scalar, to key: inout Key) {
    for part in CanonicalForm.decomposed(scalar) {
      if CanonicalForm.isMark(part) {
        key.secondary.append(CollationTable.accent(part))
      } else if let letter = CollationTable.letter(part) {
        add(letter, to: &key)
      }
    }
  }

  private func add(_ letter: CollationTable.Letter, to key: inout Key) {
    for weight in letter.weights {
      key.primary.append(weight)
      key.secondary.append(0)
      key.tertiary.append(letter.variant)
    }
    if letter.accent > 0 { key.secondary.append(letter.accent) }
  }

  private static func order(_ a: [UInt32], _ b: [UInt32]) -> Int {
    a.lexicographicallyPrecedes(b) ? -1 : b.lexicographicallyPrecedes(a) ? 1 : 0
  }
}
