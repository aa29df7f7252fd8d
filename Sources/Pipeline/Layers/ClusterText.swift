import Clustering
import MapMath

/// The properties of clusters that are texts.
enum ClusterText {
  /// A count in a few characters: as it is below 1000, from there with k or M, one decimal below ten of them, whole above.
  ///
  /// 999, 1k, 9.9k, 12k, 1.2M. Source: the rule of supercluster for thousands, carried on to millions.
  static func abbreviated(_ count: UInt32) -> String {
    if count < 1000 { return String(count) }
    if count < 999_500 { return scaled(UInt64(count), unit: 1000, suffix: "k") }
    return scaled(UInt64(count), unit: 1_000_000, suffix: "M")
  }

  /// Bounds as a JSON array of west, south, east, north in degrees, to seven decimals; west > east across the 180th
  /// meridian.
  static func bounds(_ bounds: ClusterBounds) -> String {
    let west = WorldGrid.longitude(x: Double(bounds.west))
    let east = WorldGrid.longitude(x: Double(bounds.east))
    let south = WorldGrid.latitude(y: Double(bounds.south))
    let north = WorldGrid.latitude(y: Double(bounds.north))
    var text = "["
    for (index, degrees) in [west, south, east, north].enumerated() {
      if index > 0 { text.append(",") }
      Degrees.append(degrees, to: &text)
    }
    text.append("]")
    return text
  }

  private static func scaled(_ count: UInt64, unit: UInt64, suffix: String) -> String {
    let tenths = (count * 10 + unit / 2) / unit
    if tenths >= 100 { return "\((count + unit / 2) / unit)\(suffix)" }
    return tenths % 10 == 0 ? "\(tenths / 10)\(suffix)" : "\(tenths / 10).\(tenths % 10)\(suffix)"
  }
}

/// Degrees with seven decimals, about a centimetre.
enum Degrees {
  private static let scale = 10_000_000.0

  /// The nearest number with seven decimals.
  static func rounded(_ degrees: Double) -> Double {
    (degrees * scale).rounded() / scale
  }

  /// Appends degrees without trailing zeros and never with an exponent.
  static func append(_ degrees: Double, to text: inout String) {
    let units = Int64((degrees * scale).rounded())
    if units < 0 { text.append("-") }
    let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
    text.append(String(whole))
    guard rest > 0 else { return }
    var digits = String(rest)
    digits = String(repeating: "0", count: 7 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    text.append(".")
    text.append(digits)
  }
}
