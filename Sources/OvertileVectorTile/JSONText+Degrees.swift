import OvertileCore

extension JSONText {
  /// Appends degrees with a magnitude below 9 * 10^11. They are rounded to 7 decimals, without trailing zeros or an
  /// exponent.
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
