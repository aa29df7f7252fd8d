import OvertileCore

/// Text of values, and numbers in text, as in ECMAScript (Number::toString and StringToNumber).
enum JavaScriptText {
  /// The text of a value as in `to-string`: null is empty, lists and objects are JSON.
  static func string(of value: PropertyValue) -> String {
    switch value {
    case .null: ""
    case .bool(let bool): bool ? "true" : "false"
    case .int(let int): String(int)
    case .uint(let uint): String(uint)
    case .double(let double): string(of: double)
    case .string(let string): string
    case .json: json(value)
    }
  }

  /// Lists and objects nested deeper than this are left as written.
  private static let maximumDepth = 128

  /// JSON with numbers and strings as ECMAScript's `JSON.stringify` writes them; members keep their order.
  private static func json(_ value: PropertyValue, depth: Int = 0) -> String {
    func quoted(_ string: String) -> String { JSONText.quoted(string, [.lines, .breaks]) }
    switch value {
    case .null: return "null"
    case .bool, .int, .uint: return string(of: value)
    case .double(let double): return double.isFinite ? string(of: double) : "null"
    case .string(let string): return quoted(string)
    case .json(let text):
      guard depth < maximumDepth else { return text }
      if let elements = JSONElements.elements(of: text) {
        return CanonicalJSON.list(elements.map { json($0, depth: depth + 1) })
      }
      guard let members = JSONElements.members(of: text) else { return text }
      return CanonicalJSON.object(members.map { (quoted($0.key), json($0.value, depth: depth + 1)) })
    }
  }

  /// The shortest text that reads back as the number: plain from 1e-6 to below 1e21, otherwise with an exponent.
  static func string(of number: Double) -> String {
    guard number.isFinite else { return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity" }
    if number == 0 { return "0" }
    if number < 0 { return "-" + string(of: -number) }
    let parts = number.description.split(separator: "e")
    let mantissa = parts[0].hasSuffix(".0") ? parts[0].dropLast(2) : parts[0]
    guard parts.count == 2, let exponent = Int(parts[1]) else { return String(mantissa) }
    guard (-6...20).contains(exponent) else {
      return "\(mantissa)e\(exponent < 0 ? "-" : "+")\(exponent.magnitude)"
    }
    // Swift writes numbers with an exponent only if they are whole, or far below 1.
    let digits = mantissa.filter { $0 != "." }
    return exponent < 0
      ? "0." + String(repeating: "0", count: -exponent - 1) + digits
      : digits + String(repeating: "0", count: exponent + 1 - digits.count)
  }

  /// The number in a text, or nil. Blank text is 0; 0x, 0o, 0b (up to 64 bits) and Infinity are understood.
  static func number(in text: String) -> Number? {
    var scalars = Array(text.unicodeScalars.drop(while: isSpace))
    while let last = scalars.last, isSpace(last) { scalars.removeLast() }
    guard scalars.allSatisfy(\.isASCII) else { return nil }
    let ascii = String(String.UnicodeScalarView(scalars))
    if ascii.isEmpty { return Number(0, isWhole: true) }
    if let radix = ["0x": 16, "0o": 8, "0b": 2][ascii.prefix(2).lowercased()] {
      let digits = ascii.dropFirst(2)
      // A sign is no digit.
      guard digits.first?.isHexDigit == true, let whole = UInt64(digits, radix: radix) else { return nil }
      return Number(Double(whole), isWhole: true)
    }
    if let infinity = ["Infinity": 1.0, "+Infinity": 1.0, "-Infinity": -1.0][ascii] {
      return Number(infinity * .infinity)
    }
    guard let value = decimalNumber(ascii) else { return nil }
    return Number(value, isWhole: !ascii.contains { ".eE".contains($0) })
  }

  /// The number of a value as ECMAScript converts it, or nil for NaN: null is 0, booleans are 0 and 1, a list is the
  /// number of its only element's text.
  static func number(of value: PropertyValue) -> Number? {
    switch value {
    case .null: return Number(0, isWhole: true)
    case .bool(let bool): return Number(bool ? 1 : 0, isWhole: true)
    case .int, .uint, .double: return Number(value)
    case .string(let string): return number(in: string)
    case .json(var text):
      while let elements = JSONElements.elements(of: text), elements.count < 2 {
        switch elements.first {
        case nil, .null: return Number(0, isWhole: true)
        case .json(let inner): text = inner
        case .bool: return nil
        case .some(let element): return number(of: element)
        }
      }
      return nil
    }
  }

  /// ECMAScript's white space and line ends.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{FEFF}" || (scalar.properties.isWhitespace && scalar != "\u{85}")
  }

  /// The number that a text is as a whole: a sign, digits with a point, and an exponent. Unlike Swift's numbers it may
  /// begin or end with its point.
  private static func decimalNumber(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }) else { return nil }
    return text.withCString { start in
      var end: UnsafeMutablePointer<CChar>?
      let number = strtod(start, &end)
      return end?.pointee == 0 ? number : nil
    }
  }
}
