/// Degrees with seven decimals, about a centimeter.
@usableFromInline
package enum Degrees {
  @inlinable static var scale: Double { 10_000_000 }

  /// The nearest number with seven decimals.
  @inlinable package static func rounded(_ degrees: Double) -> Double {
    (degrees * scale).rounded() / scale
  }

  /// Writes degrees in ASCII from the last character to the first, without trailing zeros and never with an exponent.
  @inlinable @inline(__always)
  package static func writeBackwards(_ degrees: Double, _ put: (UInt8) -> Void) {
    let units = Int64((degrees * scale).rounded())
    var rest = units.magnitude
    var decimals = 7
    while decimals > 0, rest % 10 == 0 {
      rest /= 10
      decimals -= 1
    }
    func putDigit() {
      put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
    if decimals > 0 {
      for _ in 0..<decimals { putDigit() }
      put(UInt8(ascii: "."))
    }
    repeat { putDigit() } while rest > 0
    if units < 0 { put(UInt8(ascii: "-")) }
  }
}

extension JSONText {
  /// Appends degrees with a magnitude below 9 * 10^11, as `Degrees` writes them.
  package mutating func append(degrees: Double) {
    let start = bytes.count
    Degrees.writeBackwards(degrees) { bytes.append($0) }
    bytes[start...].reverse()
  }
}
