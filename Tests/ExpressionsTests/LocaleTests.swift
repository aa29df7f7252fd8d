import OvertileExpressions
import OvertileFeatures
import Testing

/// Collators and numbers for people, as in ECMAScript's Intl.
@Suite struct LocaleTests {
  /// The options for case and diacritics, the locale, two strings, and which comes first.
  @Test(
    arguments: [
      (false, false, "en", "a", "\u{C4}", 0), (false, false, "en", "b", "\u{E4}", 1), (false, true, "en", "a", "A", 0),
      (false, true, "en", "a", "\u{E4}", -1), (true, false, "en", "a", "\u{E4}", 0), (true, false, "en", "a", "A", -1),
      (true, true, "en", "a", "A", -1), (true, true, "en", "a", "\u{E4}", -1), (true, true, "en", "A", "b", -1),
      (true, true, "en", "r\u{E9}sum\u{E9}", "resume", 1), (true, true, "en", "resumes", "r\u{E9}sum\u{E9}", 1),
      (false, false, "en", "stra\u{DF}e", "STRASSE", 0), (false, false, "en", "\u{E6}", "ae", 0),
      (false, false, "en", "z", "\u{3B1}", -1), (false, false, "en", "\u{3C9}", "\u{430}", -1),
      (false, false, "en", "a", "9", 1), (false, false, "en", "co-op", "coop", -1), (false, false, "en", "", "a", -1),
      (false, false, "en", "e\u{301}", "\u{E9}", 0), (true, true, "en", "e\u{301}", "\u{E9}", 0),
      (true, false, "de", "\u{FC}", "ue", 0), (true, false, "de", "\u{FC}", "u", 1),
      (false, false, "fr", "\u{E4}", "a", 0),
      (false, false, "sv", "\u{E4}", "z", 1), (false, false, "sv", "\u{E5}", "\u{F6}", -1),
      (false, false, "da", "aa", "z", 1), (false, false, "da", "\u{C5}", "aa", 0),
      (false, false, "es", "\u{F1}", "n", 1),
      (false, false, "es", "\u{F1}", "o", -1), (false, false, "dk", "\u{E4}", "a", 0),
    ] as [(Bool, Bool, String, String, String, Int)])
  func collation(
    caseSensitive: Bool, diacriticSensitive: Bool, locale: String, a: String, b: String, order: Int
  ) {
    let collator: ExpressionSyntax = [
      "collator",
      [
        "case-sensitive": .init(booleanLiteral: caseSensitive),
        "diacritic-sensitive": .init(booleanLiteral: diacriticSensitive), "locale": .init(stringLiteral: locale),
      ],
    ]
    let expected: [(String, Bool)] = [
      ("==", order == 0), ("!=", order != 0), ("<", order < 0), ("<=", order <= 0), (">", order > 0),
      (">=", order >= 0),
    ]
    for (name, holds) in expected {
      let syntax: ExpressionSyntax = [
        .init(stringLiteral: name), .init(stringLiteral: a), .init(stringLiteral: b), collator,
      ]
      #expect(Outcome(syntax) == .value(.bool(holds)), "\(name)")
    }
  }

  @Test(arguments: [
    Row(["==", ["get", "mag"], 5.5, ["collator", [:]]], .bool(true)),
    Row(["==", ["get", "mag"], ["get", "name"], ["collator", [:]]], .bool(false)),
    Row(["<", ["get", "mag"], ["get", "name"], ["collator", [:]]], failed: .typeMismatch),
    Row(["==", 1, 1, ["collator", [:]]], rejected: .typeMismatch),
    Row(["<", 1, ["get", "mag"], ["collator", [:]]], rejected: .typeMismatch),
    Row(["==", "a", "b", "c"], rejected: .typeMismatch),
    Row(["==", "a", "A", ["collator", ["case-sensitive": ["get", "felt"]]]], .bool(false)),
    Row(["==", "a", "A", ["collator", ["case": true]]], rejected: .syntax),
    Row(["==", "a", "A", ["collator", ["locale": "not a locale"]]], failed: .unsupported),
    Row(["==", "a", "A", ["collator", ["literal", [:]]]], rejected: .syntax),
    Row(["==", "a", "A", ["collator"]], rejected: .argumentCount),
    Row(["collator", [:]], rejected: .typeMismatch),
    Row(["resolved-locale", ["collator", ["locale": "de"]]], .string("de")),
    Row(["resolved-locale", ["collator", ["locale": "EN-us"]]], .string("en-US")),
    Row(["resolved-locale", ["collator", [:]]], .string("en")),
    Row(["resolved-locale", "en"], rejected: .typeMismatch),
  ])
  func collators(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  /// The results of V8 in Node 20 (ICU 74).
  @Test(arguments: [
    Row(["number-format", 123456.789, [:]], .string("123,456.789")),
    Row(["number-format", 123456.789, ["currency": "JPY"]], .string("\u{A5}123,457")),
    Row(["number-format", 123456.789, ["locale": "en-US", "currency": "EUR"]], .string("\u{20AC}123,456.79")),
    Row(["number-format", -0.5, ["currency": "CHF"]], .string("-CHF\u{A0}0.50")),
    Row(["number-format", 1234.5, ["locale": "de", "currency": "EUR"]], .string("1.234,50\u{A0}\u{20AC}")),
    Row(["number-format", 1234.5, ["locale": "pt-BR", "currency": "BRL"]], .string("R$\u{A0}1.234,50")),
    Row(["number-format", 12345.5, ["locale": "fr"]], .string("12\u{202F}345,5")),
    Row(["number-format", 1234, ["locale": "es"]], .string("1234")),
    Row(["number-format", 12_345_678, ["locale": "en-IN"]], .string("1,23,45,678")),
    Row(["number-format", -1, ["locale": "sv"]], .string("\u{2212}1")),
    Row(
      ["number-format", 987654321.234567, ["min-fraction-digits": 15, "max-fraction-digits": 20]],
      .string("987,654,321.234567000000000")),
    Row(
      ["number-format", 987654321.234567, ["min-fraction-digits": 2, "max-fraction-digits": 4]],
      .string("987,654,321.2346")),
    Row(["number-format", 1.005, ["max-fraction-digits": 2]], .string("1.01")),
    Row(["number-format", 999.9995, [:]], .string("1,000")),
    Row(["number-format", 2.5, ["max-fraction-digits": 0]], .string("3")),
    Row(["number-format", 1e21, [:]], .string("1,000,000,000,000,000,000,000")),
    Row(["number-format", 1e-7, [:]], .string("0")),
    Row(["number-format", ["min"], [:]], .string("\u{221E}")),
    Row(["number-format", 1234.567, ["unit": "meter"]], .string("1,234.567 m")),
    Row(["number-format", 1234.567, ["unit": "celsius"]], .string("1,234.567\u{B0}C")),
    Row(["number-format", 1, ["unit": "day"]], .string("1 day")),
    Row(["number-format", 50, ["unit": "kilometer-per-hour"]], .string("50 km/h")),
    Row(["number-format", 1, ["unit": "meter", "currency": "EUR"]], rejected: .syntax),
    Row(["number-format", 1, ["unit": "parsec"]], rejected: .unsupported),
    Row(["number-format", 1, ["unit": "meter", "locale": "de"]], rejected: .unsupported),
    Row(["number-format", 1, ["locale": "ar"]], rejected: .unsupported),
    Row(["number-format", 1, ["locale": "en-u-nu-thai"]], rejected: .unsupported),
    Row(["number-format", 1, ["locale": "nl", "currency": "EUR"]], rejected: .unsupported),
    Row(["number-format", 1, ["currency": "euro"]], rejected: .unsupported),
    Row(["number-format", 1, ["min-fraction-digits": 101]], rejected: .outOfRange),
    Row(["number-format", 1, ["min-fraction-digits": 3, "max-fraction-digits": 1]], rejected: .outOfRange),
    Row(["number-format", 1, ["min-fraction-digits": ["get", "name"]]], failed: .typeMismatch),
    Row(["number-format", "1", [:]], rejected: .typeMismatch),
    Row(["number-format", 1], rejected: .argumentCount),
    Row(["number-format", 1, "en"], rejected: .syntax),
    Row(["number-format", 1, ["digits": 2]], rejected: .syntax),
  ])
  func numberFormat(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }

  @Test(arguments: [
    Row(
      ["downcase", "\u{39F}\u{394}\u{3A5}\u{3A3}\u{3A3}\u{395}\u{3A5}\u{3A3}"],
      .string("\u{3BF}\u{3B4}\u{3C5}\u{3C3}\u{3C3}\u{3B5}\u{3C5}\u{3C2}")),
    Row(["downcase", "\u{3A3}"], .string("\u{3C3}")),
    Row(["upcase", "\u{FB01}"], .string("FI")),
  ])
  func letterCase(_ row: Row) {
    #expect(Outcome(row.syntax) == row.outcome)
  }
}
