import OvertileFeatures

/// The meaning of a number: its range, and how to name it.
struct NumberForm {
  /// The article, the noun, the unit, the range and an example: "a pitch: degrees from 0 to below 90, such as 45".
  let words: String
  private let range: ClosedRange<Double>
  private let isOpen: (below: Bool, above: Bool)

  private init(_ range: ClosedRange<Double>, above: Bool = false, below: Bool = false, _ words: String) {
    self.range = range
    isOpen = (above, below)
    self.words = words
  }

  /// Whether a number is in the range.
  func holds(_ number: Double) -> Bool {
    range.contains(number) && !(isOpen.below && number == range.lowerBound)
      && !(isOpen.above && number == range.upperBound)
  }

  static let latitude = NumberForm(-90...90, "a latitude: degrees from -90 to 90, north positive, such as 52.52")
  static let longitudeSpan = NumberForm(
    0...1e6, above: true, "a longitude span: degrees above 0 and up to 1000000, such as 0.02")
  static let latitudeSpan = NumberForm(
    0...180, above: true, below: true, "a latitude span: degrees above 0 and below 180, such as 0.02")
  static let level = NumberForm(-64...64, "a zoom level: from -64 to 64, such as 14.5")
  static let tileSize = NumberForm(1...65536, "the side of a tile: points from 1 to 65536, such as 256 or 512")
  static let screenScale = NumberForm(0.1...16, "a screen scale: pixels a point from 0.1 to 16, such as 2 or 3")
  static let bearing = NumberForm(-1e6...1e6, "a bearing: degrees clockwise from north, such as 30")
  static let pitch = NumberForm(0...90, below: true, "a pitch: degrees from 0, straight down, to below 90, such as 45")
  static let zoomScale = NumberForm(
    0...1e12, above: true, "a zoom scale: screen points per map point, above 0, such as 0.015625")
  static let mapWidth = NumberForm(
    0...4_294_967_296, above: true, "a width in map points: above 0 and up to 4294967296, such as 24000")
  static let metersPerPoint = NumberForm(
    0...1e9, above: true, "a scale: meters per screen point, above 0, such as 4.78")
  static let meters = NumberForm(0...1e9, above: true, "a distance: above 0, such as 500, 500m, 1.5km or 2mi")
  static let radius = NumberForm(0...2e7, "a radius: from 0 to 20000km, such as 500, 500m, 1.5km or 2mi")
  static let zoomSnap = NumberForm(0...64, "a step of zoom: from 0, none, to 64, such as 0.5")
  static let side = NumberForm(0...1e6, above: true, "")
  static let points = NumberForm(-1e6...1e6, "")
  static let mapPoint = NumberForm(-4_294_967_296...4_294_967_296, "")
  static let longitude = NumberForm(-360...360, "")
}

extension QueryParameters {
  /// A number that may be missing.
  func number(_ name: String, _ form: NumberForm) throws(QueryError) -> Double? {
    guard let value = self[name] else { return nil }
    guard let number = value.asNumber, form.holds(number) else { throw wrong(name, value, form.words) }
    return number
  }

  /// A distance in meters that may be missing: a number, or a text with the unit m, km or mi.
  func meters(_ name: String) throws(QueryError) -> Double? {
    guard let value = self[name] else { return nil }
    guard let number = Self.meters(value), NumberForm.meters.holds(number) else {
      throw wrong(name, value, NumberForm.meters.words)
    }
    return number
  }

  /// A number of meters, or a text of one with a unit.
  static func meters(_ value: JSONValue) -> Double? {
    guard case .string(let text) = value else { return value.asNumber }
    for (unit, meters) in [("km", 1000), ("mi", 1609.344), ("m", 1)] where text.hasSuffix(unit) {
      return JSONValue.string(String(text.dropLast(unit.count))).asNumber.map { $0 * meters }
    }
    return value.asNumber
  }

  /// A flag; false when missing.
  func flag(_ name: String) throws(QueryError) -> Bool {
    guard let value = self[name] else { return false }
    guard case .bool(let flag) = value else { throw wrong(name, value, "true or false") }
    return flag
  }

  /// A whole number that may be missing.
  func whole(_ name: String, _ range: ClosedRange<Int>, _ words: String) throws(QueryError) -> Int? {
    guard let value = self[name] else { return nil }
    guard let number = value.asNumber.flatMap({ Int(exactly: $0) }), range.contains(number) else {
      throw wrong(name, value, words)
    }
    return number
  }

  /// A text that may be missing.
  func text(_ name: String, _ words: String) throws(QueryError) -> String? {
    guard let value = self[name] else { return nil }
    guard case .string(let text) = value else { throw wrong(name, value, words) }
    return text
  }

  /// The error of an invalid value.
  func wrong(_ name: String, _ value: JSONValue, _ words: String) -> QueryError {
    QueryError(.badQuery, "\(QueryError.name(name)): \(value.shown) is not \(words)")
  }

  /// The one of some names that is set; nil if none is. Throws if several are.
  func one(of names: [String]) throws(QueryError) -> String? {
    let parameters = names.filter(has)
    guard parameters.count <= 1 else {
      throw QueryError(.badQuery, "\(QueryError.names(parameters, "and")) exclude each other: give one")
    }
    return parameters.first
  }

  /// The error of something that is missing.
  func missing(_ names: [String], _ reason: String) -> QueryError {
    QueryError(.badQuery, "\(reason): give \(QueryError.names(names))")
  }
}
