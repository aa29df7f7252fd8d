/// The order of letters and other characters (CLDR 44, root).
enum CollationTable {
  /// The sort key of a character: its letters' weights, and its differences from others with the same letters.
  struct Letter: Sendable {
    var weights: [UInt32]
    /// The accent; 0 for none.
    var accent: UInt32 = 0
    /// The case: 0 for lower.
    var variant: UInt32 = 0
  }

  /// Lower case, in the order of the alphabet; the characters here differ in their letters.
  private static let alphabet = """
     _\u{2017}-\u{2012}\u{2013}\u{2014}\u{2015},;:!¡?¿.\u{2025}…·'\u{2039}\u{203A}"«»()[]{}\u{2016}§¶@*/\\&#%‰\u{2031}\
    †‡•\u{2023}\u{2027}\u{2032}\u{2033}\u{2034}\u{2035}\u{2036}\u{2037}\u{2038}`´^¯¨¸°©®+±÷×<=>¬|¦~¤¢$£¥€01½¼23¾456789\
    abcdefghiıjklmnŋopqĸrstuvwxyzþαβγδεζηθικλμνξοπρστυφχψωабвгдђеєжзѕиіјклљмнњопрстћуфхцчџшщъыьэюя
    """

  /// Characters that differ from others only by an accent, or by case.
  private static let relatives: [Unicode.Scalar: (letters: String, accent: UInt32, variant: UInt32)] = [
    "æ": ("ae", 1, 0), "œ": ("oe", 1, 0), "ß": ("ss", 1, 0), "ĳ": ("ij", 0, 2), "ŉ": ("\u{2BC}n", 0, 2),
    "đ": ("d", 21, 0), "ð": ("d", 30, 0), "ħ": ("h", 21, 0), "ł": ("l", 21, 0), "ŀ": ("l·", 0, 0), "ø": ("o", 19, 0),
    "ŧ": ("t", 21, 0), "ſ": ("s", 2, 0), "ª": ("a", 0, 2), "º": ("o", 0, 2), "¹": ("1", 0, 2), "²": ("2", 0, 2),
    "³": ("3", 0, 2), "µ": ("μ", 0, 2), "ς": ("σ", 0, 2), "ґ": ("г", 1, 0), "\u{2010}": ("-", 1, 0),
    "\u{2011}": ("-", 1, 2), "\u{2018}": ("'", 1, 0), "\u{2019}": ("'", 2, 0), "\u{201A}": ("'", 3, 0),
    "\u{201C}": ("\"", 1, 0), "\u{201D}": ("\"", 2, 0), "\u{201E}": ("\"", 3, 0), "\u{A0}": (" ", 0, 2),
    "\u{2024}": (".", 0, 2),
  ]

  private static let ranks: [Unicode.Scalar: UInt32] = {
    var ranks: [Unicode.Scalar: UInt32] = [:]
    for (index, scalar) in alphabet.unicodeScalars.enumerated() { ranks[scalar] = weight(rank: index) }
    return ranks
  }()

  /// Ranks are spread, so that letters of a language fit between them.
  private static func weight(rank: Int) -> UInt32 { UInt32(rank + 1) * 16 }

  /// The sort key of a scalar that is not a mark; nil for one that is ignored, such as a control character.
  static func letter(_ scalar: Unicode.Scalar) -> Letter? {
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    let base = lower.count == 1 ? lower.first ?? scalar : scalar
    let variant: UInt32 = base == scalar ? 0 : 1
    if let rank = ranks[base] { return Letter(weights: [rank], variant: variant) }
    if let relative = relatives[base] {
      let weights = relative.letters.unicodeScalars.map { ranks[$0] ?? beyond($0) }
      return Letter(weights: weights, accent: relative.accent, variant: max(relative.variant, variant))
    }
    if [.control, .format].contains(scalar.properties.generalCategory), !scalar.properties.isWhitespace { return nil }
    return Letter(weights: [beyond(base)], variant: variant)
  }

  private static func beyond(_ scalar: Unicode.Scalar) -> UInt32 { 0x10000 + scalar.value }

  /// Marks in their order, which is not that of their code points.
  private static let accents: [Unicode.Scalar: UInt32] = {
    let order = """
      \u{332}\u{313}\u{343}\u{314}\u{301}\u{341}\u{300}\u{340}\u{306}\u{302}\u{30C}\u{30A}\u{342}\u{308}\u{344}\u{30B}\
      \u{303}\u{307}\u{338}\u{327}\u{335}\u{328}\u{304}
      """
    var ranks: [Unicode.Scalar: UInt32] = [:]
    for (index, scalar) in order.unicodeScalars.enumerated() { ranks[scalar] = UInt32(index + 1) }
    return ranks
  }()

  /// The weight of a mark.
  static func accent(_ mark: Unicode.Scalar) -> UInt32 { accents[mark] ?? mark.value }

  /// The weight of a letter.
  static func rank(_ scalar: Unicode.Scalar) -> UInt32 { ranks[scalar] ?? beyond(scalar) }

  /// Languages with the order used here, with or without letters of their own.
  static let languages: Set<String> = Set(NumberStyle.languages)
}
