import Foundation

/// The quantity that a number measures, which determines its rounding and its unit in texts for people.
enum Quantity {
  /// A position in degrees: six decimals, a tenth of a meter.
  case degrees
  /// A span in degrees: six significant digits.
  case span
  /// A turn in degrees: three decimals.
  case turn
  /// A zoom level: four decimals.
  case level
  /// Map points: two decimals.
  case mapPoints
  /// Meters or kilometers: five significant digits.
  case meters
  /// Meters per screen point: five significant digits.
  case metersPerPoint
  /// A ratio without unit: six significant digits.
  case ratio

  /// A number for people.
  func text(_ number: Double) -> String {
    switch self {
    case .degrees: Self.fixed(number, 6) + "°"
    case .span: Self.significant(number, 6) + "°"
    case .turn: Self.fixed(number, 3) + "°"
    case .level: Self.fixed(number, 4)
    case .mapPoints: Self.fixed(number, 2)
    case .meters:
      abs(number) < 1000 ? Self.significant(number, 5) + " m" : Self.significant(number / 1000, 5) + " km"
    case .metersPerPoint: Self.significant(number, 5) + " m"
    case .ratio: Self.significant(number, 6)
    }
  }

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
