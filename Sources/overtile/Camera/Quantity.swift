import Foundation

/// The quantity that a number measures, which determines its rounding and its unit in texts for people.
struct Quantity: Sendable {
  /// A number for people.
  let text: @Sendable (Double) -> String

  /// A position in degrees: six decimals, a tenth of a meter.
  static let degrees = Quantity { fixed($0, 6) + "°" }
  /// A span in degrees: six significant digits.
  static let span = Quantity { significant($0, 6) + "°" }
  /// A turn in degrees: three decimals.
  static let turn = Quantity { fixed($0, 3) + "°" }
  /// A zoom level: four decimals.
  static let level = Quantity { fixed($0, 4) }
  /// Map points: two decimals.
  static let mapPoints = Quantity { fixed($0, 2) }
  /// Meters or kilometers: five significant digits.
  static let meters = Quantity { abs($0) < 1000 ? significant($0, 5) + " m" : significant($0 / 1000, 5) + " km" }
  /// Meters per screen point: five significant digits.
  static let metersPerPoint = Quantity { significant($0, 5) + " m" }
  /// A ratio without unit: six significant digits.
  static let ratio = Quantity { significant($0, 6) }

  /// A number with so many decimals, zeros at the end cut off.
  static func fixed(_ number: Double, _ decimals: Int) -> String {
    // Beyond 2^53 there are no decimals, and many digits.
    guard abs(number) < 0x1p53 else { return significant(number, 15) }
    var text = String(format: "%.\(decimals)f", number)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text == "-0" ? "0" : text
  }

  /// A number with so many significant digits, zeros at the end cut off.
  static func significant(_ number: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)g", number)
  }
}
