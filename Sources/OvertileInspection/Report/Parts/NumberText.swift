/// Numbers with their units, for people.
package enum NumberText {
  /// A size: "980 B", "41.3 kB", "15.4 MB".
  package static func bytes(_ value: Int) -> String {
    if value < 10_000 { return "\(value) B" }
    if value < 10_000_000 { return "\(decimals(Double(value) / 1e3, 1)) kB" }
    return "\(decimals(Double(value) / 1e6, 1)) MB"
  }

  /// The same for a size that may be larger than any file.
  package static func bytes(_ value: UInt64) -> String { bytes(Int(clamping: value)) }

  /// A number with so many decimals, without an exponent.
  package static func decimals(_ value: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    // Not finite, or beyond all that is measured.
    guard let scaled = Int(exactly: (abs(value) * scale).rounded()) else { return "\(value)" }
    guard places > 0 else { return "\(value < 0 && scaled > 0 ? "-" : "")\(scaled)" }
    let fraction = String(scaled % Int(scale))
    return (value < 0 && scaled > 0 ? "-" : "") + "\(scaled / Int(scale))."
      + String(repeating: "0", count: places - fraction.count) + fraction
  }
}
