/// The format of a number in `number-format`: its known options for one feature.
struct NumberFormat {
  /// The locale's tag; nil for English.
  var locale: String?
  /// The currency's code.
  var currency: String?
  /// The unit's name.
  var unit: String?
  var minimumDigits: Double?
  var maximumDigits: Double?

  /// The text of a number.
  func text(of number: Double, _ callSite: Call.CallSite) throws(ExpressionError) -> String {
    guard let tag = LanguageTag(locale ?? "en"), !tag.hasExtensions, let style = NumberStyle.of(tag) else {
      throw unsupported(callSite, "the locale \(CanonicalJSON.quoted(locale ?? "")) is", NumberStyle.languages)
    }
    let digits = try fractionDigits(callSite)
    var (text, isOne) = ("NaN", false)
    if number.isFinite {
      let decimal = DecimalText(number, fractionDigits: digits)
      (text, isOne) = (decimal.text(style), decimal.isOne)
    } else if !number.isNaN {
      text = "\u{221E}"
    }
    let minus = number.sign == .minus && !number.isNaN ? style.minus : ""
    if let currency { return try amount(text, minus, currency.uppercased(), tag, callSite) }
    guard let unit else { return minus + text }
    guard tag.language == "en", let name = UnitNames.text(text, isOne: isOne, unit: unit) else {
      if tag.language != "en" { throw unsupported(callSite, "units in the locale \"\(tag.text)\" are", ["en"]) }
      throw unsupported(callSite, "the unit \(CanonicalJSON.quoted(unit)) is", UnitNames.all)
    }
    return minus + name
  }

  private func amount(
    _ text: String, _ minus: String, _ code: String, _ tag: LanguageTag, _ callSite: Call.CallSite
  ) throws(ExpressionError) -> String {
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (65...90).contains($0) }) else {
      throw callSite.error(.unsupported, "\(CanonicalJSON.quoted(code)) is not a currency code of three letters")
    }
    guard let style = CurrencyStyle.of(tag) else {
      throw unsupported(callSite, "amounts of money in the locale \"\(tag.text)\" are", CurrencyStyle.locales)
    }
    let symbol = style.symbol(of: code)
    switch style.placement {
    case .after: return minus + text + "\u{A0}" + symbol
    case .spacedBefore: return minus + symbol + "\u{A0}" + text
    case .before:
      let endsInSymbol = symbol.unicodeScalars.last.map {
        [.currencySymbol, .mathSymbol, .otherSymbol, .modifierSymbol].contains($0.properties.generalCategory)
      }
      return minus + symbol + (endsInSymbol == true ? "" : "\u{A0}") + text
    }
  }

  /// The digits after the point: 0 to 3, or as many as the currency has, unless the options set another number.
  private func fractionDigits(_ callSite: Call.CallSite) throws(ExpressionError) -> ClosedRange<Int> {
    let usual = currency.map { CurrencyStyle.fractionDigits(of: $0.uppercased()) }
    var minimum = usual ?? 0
    var maximum = usual ?? 3
    if let minimumDigits { minimum = try digits(minimumDigits, "min-fraction-digits", callSite) }
    if let maximumDigits { maximum = try digits(maximumDigits, "max-fraction-digits", callSite) }
    if minimumDigits == nil { minimum = min(minimum, maximum) }
    if maximumDigits == nil { maximum = max(minimum, maximum) }
    guard minimum <= maximum else {
      throw callSite.error(.outOfRange, "min-fraction-digits is \(minimum), above max-fraction-digits, \(maximum)")
    }
    return minimum...maximum
  }

  private func digits(_ value: Double, _ option: String, _ callSite: Call.CallSite) throws(ExpressionError) -> Int {
    guard value >= 0, value <= 100 else {
      throw callSite.error(.outOfRange, "\(option) is \(JavaScriptText.string(of: value)), and must be from 0 to 100")
    }
    return Int(value)
  }

  private func unsupported(_ callSite: Call.CallSite, _ what: String, _ known: [String]) -> ExpressionError {
    callSite.error(.unsupported, "\(what) not known here; known: " + known.joined(separator: ", "))
  }
}
