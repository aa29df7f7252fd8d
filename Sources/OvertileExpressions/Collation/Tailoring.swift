/// Letters that a language sorts differently from most.
struct Tailoring: Sendable {
  private(set) var letters: [Unicode.Scalar: CollationTable.Letter]
  /// Whether two a's are an å, as in Danish and Norwegian.
  private let hasDoubleA: Bool

  private init(_ letters: [Unicode.Scalar: CollationTable.Letter], hasDoubleA: Bool = false) {
    self.letters = letters
    self.hasDoubleA = hasDoubleA
    for (scalar, letter) in letters {
      guard let upper = scalar.properties.uppercaseMapping.unicodeScalars.first, upper != scalar else { continue }
      self.letters[upper] = CollationTable.Letter(weights: letter.weights, accent: letter.accent, variant: 1)
    }
  }

  /// The letter that two form together, or nil.
  func letter(of first: Unicode.Scalar, _ second: Unicode.Scalar) -> CollationTable.Letter? {
    guard hasDoubleA, first == "a" || first == "A", second == "a" || second == "A", let ring = letters["å"] else {
      return nil
    }
    return CollationTable.Letter(weights: ring.weights, accent: 1, variant: first == "A" ? 1 : 0)
  }

  /// The letters of a language of their own.
  static func of(_ language: String) -> Tailoring {
    switch language {
    case "de": german
    case "es": Tailoring(["ñ": after("n", 8)])
    case "sv", "fi": nordic
    case "da", "nb", "nn", "no": danish
    default: none
    }
  }

  /// No letters of their own.
  static let none = Tailoring([:])

  /// Letters with an umlaut match their spelling with an e in searching.
  private static let german = Tailoring([
    "ä": letters("ae"), "ö": letters("oe"), "ü": letters("ue"),
  ])

  private static let nordic = Tailoring([
    "å": after("z", 1), "ä": after("z", 2), "ö": after("z", 3), "æ": after("z", 2, accent: 1),
    "ø": after("z", 3, accent: 1), "ü": after("y", 0, accent: 1),
  ])

  private static let danish = Tailoring(
    [
      "æ": after("z", 1), "ø": after("z", 2), "å": after("z", 3), "ä": after("z", 1, accent: 1),
      "ö": after("z", 2, accent: 1), "ü": after("y", 0, accent: 1),
    ], hasDoubleA: true)

  private static func after(_ scalar: Unicode.Scalar, _ step: UInt32, accent: UInt32 = 0) -> CollationTable.Letter {
    CollationTable.Letter(weights: [CollationTable.rank(scalar) + step], accent: accent)
  }

  private static func letters(_ text: String) -> CollationTable.Letter {
    CollationTable.Letter(weights: text.unicodeScalars.map(CollationTable.rank), accent: 1)
  }
}
