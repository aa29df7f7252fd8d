/// The short English names of the units that ECMAScript allows (ECMA-402, section 6.6.2; CLDR 44).
enum UnitNames {
  /// A number with its unit, such as "2 km" or "50 km/h"; nil for an unknown unit.
  ///
  /// - Parameter isOne: whether the number is written as 1.
  static func text(_ number: String, isOne: Bool, unit: String) -> String? {
    if let special = ["mile-per-hour": "mph", "mile-per-gallon": "mpg"][unit] { return number + " " + special }
    var (name, divisor) = (unit, String?.none)
    if let range = unit.firstRange(of: "-per-") {
      name = String(unit[..<range.lowerBound])
      divisor = String(unit[range.upperBound...])
    }
    guard let unit = table[name], divisor == nil || name != "percent" else { return nil }
    let text = number + (isOne ? unit.one ?? unit.other : unit.other)
    guard let divisor else { return text }
    guard let over = table[divisor] else { return nil }
    return text + "/" + (over.per ?? String(over.other.drop { $0 == " " }))
  }

  /// The names of the simple units, sorted.
  static var all: [String] { table.keys.sorted() }

  private static let table: [String: (other: String, one: String?, per: String?)] = [
    "acre": (" ac", nil, nil), "bit": (" bit", nil, nil), "byte": (" byte", nil, nil), "celsius": ("°C", nil, nil),
    "centimeter": (" cm", nil, nil), "day": (" days", " day", "d"), "degree": (" deg", nil, nil),
    "fahrenheit": ("°F", nil, nil), "fluid-ounce": (" fl oz", nil, nil), "foot": (" ft", nil, nil),
    "gallon": (" gal", nil, "gal US"), "gigabit": (" Gb", nil, nil), "gigabyte": (" GB", nil, nil),
    "gram": (" g", nil, nil), "hectare": (" ha", nil, nil), "hour": (" hr", nil, "h"), "inch": (" in", nil, nil),
    "kilobit": (" kb", nil, nil), "kilobyte": (" kB", nil, nil), "kilogram": (" kg", nil, nil),
    "kilometer": (" km", nil, nil), "liter": (" L", nil, nil), "megabit": (" Mb", nil, nil),
    "megabyte": (" MB", nil, nil), "meter": (" m", nil, nil), "microsecond": (" μs", nil, nil),
    "mile": (" mi", nil, nil), "mile-scandinavian": (" smi", nil, nil), "milliliter": (" mL", nil, nil),
    "millimeter": (" mm", nil, nil), "millisecond": (" ms", nil, nil), "minute": (" min", nil, nil),
    "month": (" mths", " mth", "m"), "nanosecond": (" ns", nil, nil), "ounce": (" oz", nil, nil),
    "percent": ("%", nil, nil), "petabyte": (" PB", nil, nil), "pound": (" lb", nil, nil),
    "second": (" sec", nil, "s"), "stone": (" st", nil, nil), "terabit": (" Tb", nil, nil),
    "terabyte": (" TB", nil, nil), "week": (" wks", " wk", "w"), "yard": (" yd", nil, nil),
    "year": (" yrs", " yr", "y"),
  ]
}
