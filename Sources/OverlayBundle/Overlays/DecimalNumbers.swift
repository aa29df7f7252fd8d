/// Reads numbers from a text in which commas separate them.
struct DecimalNumbers {
  private var rest: Substring.UTF8View
  /// Whether all numbers have been read.
  private(set) var isAtEnd = false

  init(_ text: Substring) { rest = text.utf8 }

  /// The next number, as `Double(_:)` reads it; nil if there is none, or if it is not one.
  mutating func next() -> Double? {
    guard !isAtEnd else { return nil }
    let word = rest.prefix { $0 != UInt8(ascii: ",") }
    isAtEnd = word.endIndex == rest.endIndex
    rest = isAtEnd ? rest[rest.endIndex...] : rest[word.endIndex...].dropFirst()
    return Self.short(word) ?? Double(Substring(word))
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// A number of at most 15 digits without an exponent; nil for any other text.
  ///
  /// Such digits and such powers of ten are exact, so their quotient is the double next to the number. Source: Clinger,
  /// How to Read Floating Point Numbers Accurately, 1990.
  private static func short(_ word: Substring.UTF8View.SubSequence) -> Double? {
    var digits: Int64 = 0
    var (count, decimals) = (0, -1)
    var isNegative = false
    for (index, byte) in word.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
        count += 1
        if decimals >= 0 { decimals += 1 }
        if count > 15 { return nil }
      case UInt8(ascii: ".") where decimals < 0 && count > 0: decimals = 0
      case UInt8(ascii: "-") where index == 0: isNegative = true
      default: return nil
      }
    }
    guard count > 0, decimals != 0 else { return nil }
    let magnitude = Double(digits) / powers[max(decimals, 0)]
    return isNegative ? -magnitude : magnitude
  }
}
