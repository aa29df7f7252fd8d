import OvertileFeatures

/// JSON in the making, in UTF-8.
struct JSONText {
  private(set) var bytes: [UInt8] = []

  /// Appends text that is JSON already.
  mutating func append(raw text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a string with its quotation marks.
  mutating func append(string: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        let hex = String(byte, radix: 16)
        append(raw: "\\u" + String(repeating: "0", count: 4 - hex.count) + hex)
      default:
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends a value; what is not finite becomes null.
  mutating func append(_ value: PropertyValue) {
    switch value {
    case .null: append(raw: "null")
    case .bool(let bool): append(raw: bool ? "true" : "false")
    case .int(let int): append(raw: "\(int)")
    case .uint(let uint): append(raw: "\(uint)")
    case .double(let double): append(raw: double.isFinite ? "\(double)" : "null")
    case .string(let string): append(string: string)
    case .json(let text): append(raw: text)
    }
  }

  /// Appends degrees, below 9 * 10^11 in size, rounded to 7 decimals, without trailing zeros or an exponent.
  mutating func append(degrees: Double) {
    let scaled = Int64((degrees * 1e7).rounded())
    if scaled < 0 { append(raw: "-") }
    let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
    append(raw: "\(whole)")
    guard fraction > 0 else { return }
    var digits = String(fraction)
    digits = String(repeating: "0", count: 7 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    append(raw: "." + digits)
  }
}
