import OvertileFeatures

/// How the positions of points compare with properties that state latitude and longitude: the proof that the axes are
/// exchanged, where there is one.
struct StatedCoordinates: Sendable {
  /// Points at the position that their properties state.
  private(set) var agreeing = 0
  /// Points at that position with latitude and longitude exchanged.
  private(set) var exchanged = 0

  private static let latitudes = ["lat", "latitude"]
  private static let longitudes = ["lon", "lng", "long", "longitude"]
  /// The tolerance in degrees for a rounded property.
  private static let tolerance = 0.001
  /// The number of features of a slice that are examined.
  private static let perSlice = 256

  /// Examines the first points of a batch in degrees.
  init(_ batch: FeatureBatch) {
    let properties = batch.properties
    guard let latitudeKey = Self.key(Self.latitudes, in: properties),
      let longitudeKey = Self.key(Self.longitudes, in: properties)
    else { return }
    for feature in 0..<min(batch.count, Self.perSlice) where batch.geometryTypes[feature] == .point {
      guard let index = batch.geometry.coordinates(ofFeature: feature).first,
        let latitude = Self.number(properties, feature, latitudeKey),
        let longitude = Self.number(properties, feature, longitudeKey)
      else { continue }
      let (x, y) = (batch.geometry.x[index], batch.geometry.y[index])
      if Self.isNear(x, longitude), Self.isNear(y, latitude) { agreeing += 1 }
      if Self.isNear(x, latitude), Self.isNear(y, longitude) { exchanged += 1 }
    }
  }

  /// No points.
  init() {}

  /// Points that were compared elsewhere.
  init(agreeing: Int, exchanged: Int) { (self.agreeing, self.exchanged) = (agreeing, exchanged) }

  /// Adds those of another batch.
  mutating func add(_ other: StatedCoordinates) {
    agreeing += other.agreeing
    exchanged += other.exchanged
  }

  /// The warning, if more points agree with the exchanged position than with their own.
  func diagnostic(source: String) -> Diagnostic? {
    guard exchanged > agreeing else { return nil }
    return Diagnostic(
      .exchangedAxes,
      "source \"\(source)\": the first coordinate of its points is the latitude that their properties state, and the second "
        + "the longitude (\(exchanged) of the points that were checked); GeoJSON has longitude first: exchange them in "
        + "the export", source: source)
  }

  private static func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= tolerance }

  private static func key(_ names: [String], in properties: PropertyColumns) -> UInt32? {
    for name in names {
      for spelling in [name, name.capitalized, name.uppercased()] {
        if let key = properties.keys.find(spelling) { return key }
      }
    }
    return nil
  }

  private static func number(_ properties: PropertyColumns, _ feature: Int, _ key: UInt32) -> Double? {
    guard let index = properties.valueIndex(ofFeature: feature, key: key) else { return nil }
    return switch properties.values.value(index) {
    case .int(let value): Double(value)
    case .uint(let value): Double(value)
    case .double(let value): value
    case .string(let text): Double(text)
    case .null, .bool, .json: nil
    }
  }
}
