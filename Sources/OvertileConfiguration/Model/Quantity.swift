/// A unit that a configuration can name.
package enum QuantityUnit: String, Sendable, Hashable, CaseIterable {
  /// Pixels of a tile whose size is configured beside it.
  case pixels = "px"
  /// Meters.
  case meters = "m"
  /// Kilometers.
  case kilometers = "km"
  /// International miles.
  case miles = "mi"
  /// Nautical miles.
  case nauticalMiles = "nmi"
  /// International feet.
  case feet = "ft"
  /// Seconds.
  case seconds = "s"
  /// Milliseconds.
  case milliseconds = "ms"
  /// Minutes.
  case minutes = "min"
  /// Hours.
  case hours = "h"
  /// Days of 24 hours.
  case days = "d"
  /// Hundredths.
  case percent = "%"
  /// Degrees of an angle.
  case degrees = "deg"

  /// The unit as people write it. Where minutes are allowed, meters are not.
  var spellings: [String] { self == .minutes ? ["m", "min"] : [rawValue] }

  /// The dimension of the unit.
  package var dimension: Dimension { measure.dimension }

  /// The number of the dimension's base units (pixels, meters, seconds, ones, degrees) in one of this unit. Exact by
  /// definition.
  package var baseUnits: Double { measure.baseUnits }

  private var measure: (dimension: Dimension, baseUnits: Double) {
    switch self {
    case .pixels: (.screen, 1)
    case .meters: (.length, 1)
    case .kilometers: (.length, 1000)
    case .miles: (.length, 1609.344)
    case .nauticalMiles: (.length, 1852)
    case .feet: (.length, 0.3048)
    case .seconds: (.time, 1)
    case .milliseconds: (.time, 0.001)
    case .minutes: (.time, 60)
    case .hours: (.time, 3600)
    case .days: (.time, 86400)
    case .percent: (.share, 0.01)
    case .degrees: (.angle, 1)
    }
  }

  /// The dimension that a unit measures.
  package enum Dimension: String, Sendable {
    /// Length on the screen; base unit pixel.
    case screen
    /// Length on the ground; base unit meter.
    case length
    /// Duration; base unit second.
    case time
    /// Part of a whole; base unit one.
    case share
    /// Direction or inclination; base unit degree.
    case angle
  }
}

/// A number with its unit, as written: `40px`, `1.5km`.
package struct Quantity: Sendable, Hashable {
  /// The number, finite.
  package var value: Double
  /// Its unit.
  package var unit: QuantityUnit

  /// Makes a quantity.
  package init(_ value: Double, _ unit: QuantityUnit) {
    self.value = value
    self.unit = unit
  }

  /// The number in the dimension's base unit: pixels, meters, seconds, ones, or degrees.
  package var inBaseUnits: Double { value * unit.baseUnits }
}
