/// JSON text in the making: UTF-8 bytes.
struct JSONText: Sendable {
  var bytes: [UInt8] = []

  mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(raw text: String) { bytes.append(contentsOf: text.utf8) }

  /// A string with the shortest escapes; only quotes, backslashes and control characters are escaped.
  mutating func append(string: String) {
    bytes.append(ASCII.quote)
    for byte in string.utf8 {
      switch byte {
      case ASCII.quote: append("\\\"")
      case ASCII.backslash: append("\\\\")
      case ASCII.feed: append("\\n")
      case ASCII.carriage: append("\\r")
      case ASCII.tab: append("\\t")
      case 0x08: append("\\b")
      case 0x0C: append("\\f")
      case 0..<0x20:
        append("\\u00")
        for nibble in [byte >> 4, byte & 15] {
          bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
        }
      default: bytes.append(byte)
      }
    }
    bytes.append(ASCII.quote)
  }

  /// The shortest digits that read back as the same number, without an exponent. `fraction`: a whole number ends in
  /// ".0", so that it reads back as a floating-point number. The number must be finite.
  mutating func append(number: Double, fraction: Bool) {
    var text = Substring(number.description)
    if text.hasPrefix("-") {
      bytes.append(UInt8(ascii: "-"))
      text.removeFirst()
    }
    let parts = text.split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let whole = String(mantissa[0])
    let rest = mantissa.count > 1 && mantissa[1] != "0" ? String(mantissa[1]) : ""
    append(digits: whole + rest, point: whole.utf8.count + exponent, fraction: fraction)
  }

  /// Digits with the decimal point behind the first `point` of them, which may lie outside the digits.
  private mutating func append(digits: String, point: Int, fraction: Bool) {
    let count = digits.utf8.count
    if point <= 0 {
      append("0.")
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: -point))
      append(raw: digits)
    } else if point >= count {
      append(raw: digits)
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: point - count))
      if fraction { append(".0") }
    } else {
      bytes.append(contentsOf: digits.utf8.prefix(point))
      bytes.append(UInt8(ascii: "."))
      bytes.append(contentsOf: digits.utf8.dropFirst(point))
    }
  }
}
