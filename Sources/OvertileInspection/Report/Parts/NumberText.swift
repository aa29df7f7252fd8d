import Foundation

/// Numbers with their units, for people.
package enum NumberText {
  /// A size: "980 B", "41.3 kB", "15.4 MB".
  package static func bytes(_ value: some BinaryInteger) -> String {
    if value < 10_000 { return "\(value) B" }
    let isSmall = value < 10_000_000
    return decimals(Double(value) / (isSmall ? 1e3 : 1e6), 1) + (isSmall ? " kB" : " MB")
  }

  /// A time: "0.25 s".
  package static func seconds(_ value: Double) -> String { decimals(value, 2) + " s" }

  /// A number with so many decimals, without an exponent.
  package static func decimals(_ value: Double, _ places: Int) -> String {
    let scale = pow(10, Double(places))
    // The sum has no negative zero.
    return String(format: "%.\(places)f", (value * scale).rounded() / scale + 0)
  }
}
