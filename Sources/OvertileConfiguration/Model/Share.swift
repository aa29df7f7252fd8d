import OvertileCore

/// A part of a whole, as a limit on counts. Held as a whole number, so that a limit that is met exactly is met.
package struct Share: Sendable, Hashable, CustomStringConvertible {
  /// Hundred-millionths of the whole: 5% is 5,000,000. A percentage keeps six decimals.
  package let hundredMillionths: UInt64

  /// Makes a share of a percentage, 0...1e9; other values are clamped to it.
  package init(percent: Double) {
    let units = (percent * 1e6).rounded()
    hundredMillionths = units > 0 ? UInt64(min(units, 1e15)) : 0
  }

  /// Whether a part of a whole is at most this share of it. Exact; of a whole of zero, only zero is.
  package func admits(_ part: UInt64, of whole: UInt64) -> Bool {
    let (part, limit) = products(part, whole)
    return (part.high, part.low) <= (limit.high, limit.low)
  }

  /// Whether a part of a whole is at least this share of it. Exact.
  package func isReached(by part: UInt64, of whole: UInt64) -> Bool {
    let (part, limit) = products(part, whole)
    return (part.high, part.low) >= (limit.high, limit.low)
  }

  private typealias Product = (high: UInt64, low: UInt64.Magnitude)

  private func products(_ part: UInt64, _ whole: UInt64) -> (part: Product, limit: Product) {
    (part.multipliedFullWidth(by: 100_000_000), whole.multipliedFullWidth(by: hundredMillionths))
  }

  /// The percentage: "5%", "0.5%".
  package var description: String { JSONValue.text(Double(hundredMillionths) / 1e6) + "%" }
}
