import OvertileCore

extension JSONText {
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

  /// Digits with the decimal point after the first `point` of them, which may lie outside the digits.
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
