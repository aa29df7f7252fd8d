/// How a locale writes amounts of money (CLDR 44).
struct CurrencyStyle: Sendable {
  /// The position of the symbol.
  enum Placement: Sendable {
    /// Before the number; with a space only if it does not end in a symbol, as in "CHF".
    case before
    /// Before the number and the minus, with a space.
    case spacedBefore
    /// After the number, with a space.
    case after
  }

  let placement: Placement
  private let symbols: String

  /// The style of a locale; nil if it is not known.
  static func of(_ tag: LanguageTag) -> CurrencyStyle? {
    if let own = table[tag.text] { return own }
    guard let region = tag.region else { return nil }
    return languagesOfOneStyle.contains(tag.language) || homes[tag.language] == region ? table[tag.language] : nil
  }

  /// The locales whose amounts can be written, sorted.
  static var locales: [String] { table.keys.sorted() }

  /// The symbol of a currency, which is its code if the locale has none.
  func symbol(of code: String) -> String {
    for entry in symbols.split(separator: " ") where entry.hasPrefix(code) {
      return String(entry.dropFirst(3).map { $0 == "_" ? "\u{202F}" : $0 })
    }
    return code
  }

  /// The digits after the point of a currency (ISO 4217).
  static func fractionDigits(of code: String) -> Int {
    if zeroDigits.contains(code) { return 0 }
    return ["BHD", "JOD", "KWD", "LYD", "OMR", "TND"].contains(code) ? 3 : 2
  }

  private static let zeroDigits: Set<String> = [
    "AFN", "ALL", "BIF", "CLP", "COP", "DJF", "GNF", "HUF", "IDR", "IQD", "IRR", "ISK", "JPY", "KMF", "KPW", "KRW",
    "LAK", "LBP", "MGA", "MMK", "PKR", "PYG", "RWF", "SLL", "SOS", "SYP", "UGX", "VND", "VUV", "XAF", "XOF", "XPF",
    "YER",
  ]

  /// Languages that write amounts the same wherever they are spoken.
  private static let languagesOfOneStyle: Set<String> = ["sv", "da", "nb", "fi", "pl", "ja", "ko", "cs"]

  /// The languages and regions that are written like another.
  private static let homes = ["en": "US", "de": "DE", "fr": "FR", "es": "ES", "it": "IT", "pt": "BR"]

  /// The style that most languages have in common.
  private static let common =
    "BRLR$ CNYCN¥ EUR€ GBP£ HKDHK$ ILS₪ INR₹ KRW₩ NZDNZ$ TWDNT$ VND₫ XAFFCFA XCDEC$ XCGCg. XOFF_CFA XPFCFPF"

  private static let table: [String: CurrencyStyle] = {
    let english = common + " MXNMX$ PHP₱"
    let european = common + " AUDAU$ CADCA$ MXNMX$ THB฿"
    return [
      "en": CurrencyStyle(placement: .before, symbols: english + " AUDA$ CADCA$ JPY¥ USD$"),
      "en-GB": CurrencyStyle(placement: .before, symbols: english + " AUDA$ CADCA$ JPYJP¥ USDUS$"),
      "en-IE": CurrencyStyle(placement: .before, symbols: english + " AUDA$ CADCA$ JPYJP¥ USDUS$"),
      "en-CA": CurrencyStyle(placement: .before, symbols: "XCGCg CAD$ AUDA$ JPYJP¥ USDUS$ " + english),
      "en-NZ": CurrencyStyle(placement: .before, symbols: "NZD$ AUDA$ CADCA$ JPYJP¥ USDUS$ " + english),
      "en-IN": CurrencyStyle(placement: .before, symbols: english + " AUDA$ CADCA$ JPYJP¥ USD$"),
      "de": CurrencyStyle(placement: .after, symbols: european + " JPY¥ USD$"),
      "fr": CurrencyStyle(
        placement: .after,
        symbols: """
          ARS$AR AUD$AU BMD$BM BND$BN BRLR$ BZD$BZ CAD$CA CLP$CL COP$CO EUR€ FJD$FJ FKP£FK GBP£GB GIP£GI ILS₪ INR₹ KRW₩ \
          LBP£LB MXN$MX NAD$NA NZD$NZ SBD$SB SGD$SG SRD$SR TTD$TT USD$US UYU$UY VND₫ WST$WS XAFFCFA XCGCg. XOFF_CFA \
          XPFFCFP
          """),
      "es": CurrencyStyle(placement: .after, symbols: "EUR€ THB฿ USDUS$ VND₫ XCGCg. XPFCFPF"),
      "it": CurrencyStyle(
        placement: .after,
        symbols: """
          AUDA$ CADCA$ CNYCN¥ EUR€ GBP£ ILS₪ NZDNZ$ PHP₱ THB฿ XAFFCFA XCDEC$ XCGCf XOFF_CFA XPFCFPF
          """),
      "pt": CurrencyStyle(placement: .spacedBefore, symbols: european + " JPYJP¥ USDUS$"),
      "pt-PT": CurrencyStyle(placement: .after, symbols: european + " JPYJP¥ USDUS$"),
      "da": CurrencyStyle(placement: .after, symbols: european + " DKKkr. JPYJP¥ USDUS$"),
      "nb": CurrencyStyle(placement: .after, symbols: "EUR€ GBP£ NOKkr XCGCg. XOFF_CFA"),
      "fi": CurrencyStyle(placement: .after, symbols: "EUR€ GBP£ JPY¥ USD$ XAFFCFA XCGCg. XOFF_CFA"),
      "pl": CurrencyStyle(placement: .after, symbols: "BRLR$ EUR€ PLNzł XAFFCFA XCDEC$ XOFF_CFA XPFCFPF"),
      "sv": CurrencyStyle(
        placement: .after,
        symbols: """
          BBDBds$ BMDBM$ BRLBR$ BSDBS$ BZDBZ$ CADCA$ DKKDkr DOPRD$ EGPEG£ EUR€ ILS₪ ISKIkr JMDJM$ MXNMX$ NOKNkr SEKkr \
          USDUS$ XAFFCFA XCDEC$ XOFF_CFA XPFCFPF
          """),
      "cs": CurrencyStyle(
        placement: .after,
        symbols: """
          AUDAU$ BRLR$ CADCA$ CNYCN¥ CZKKč EUR€ GBP£ HKDHK$ JPYJP¥ KRW₩ MXNMX$ NZDNZ$ TWDNT$ USDUS$ XAFFCFA XCDEC$ \
          XCGCg. XOFF_CFA XPFCFPF
          """),
      "ja": CurrencyStyle(placement: .before, symbols: "CNY元 XCGCg JPY￥ USD$ AUDA$ CADCA$ MXNMX$ " + common),
      "ko": CurrencyStyle(placement: .before, symbols: common + " AUDAU$ CADCA$ MXNMX$ JPYJP¥ USDUS$"),
    ]
  }()
}
