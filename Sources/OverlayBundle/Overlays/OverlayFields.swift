import MapMath
import OvertileFeatures
import OvertileVectorTile

/// The reason that a feature is not the overlay that its layer promises.
struct OverlayFault: Error {
  var reason: String
}

/// Removes a feature's own properties by name and type, and leaves those of the source.
struct OverlayFields {
  /// The properties that have not been removed.
  private(set) var rest: NamedValues<PropertyValue>

  init(_ feature: DecodedFeature) {
    rest = NamedValues(feature.properties.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// Whether a property has not been removed.
  func has(_ name: String) -> Bool { rest[name] != nil }

  mutating func string(_ name: String) throws(OverlayFault) -> String {
    guard case .string(let text) = try take(name) else { throw OverlayFault(reason: "\(name) is not a string") }
    return text
  }

  /// A finite number within a range.
  mutating func number(_ name: String, in range: ClosedRange<Double>) throws(OverlayFault) -> Double {
    guard let number = try take(name).number else { throw OverlayFault(reason: "\(name) is not a number") }
    guard range.contains(number) else { throw OverlayFault(reason: "\(name) is out of range: \(number)") }
    return number
  }

  /// A whole number of at most 53 bits, not below 0.
  mutating func whole(_ name: String) throws(OverlayFault) -> Int {
    let number = try number(name, in: 0...0x1p53)
    guard let whole = Int(exactly: number) else { throw OverlayFault(reason: "\(name) is not a whole number") }
    return whole
  }

  /// Drops a property.
  mutating func drop(_ name: String) { rest[name] = nil }

  private mutating func take(_ name: String) throws(OverlayFault) -> PropertyValue {
    guard let value = rest.removeValue(forKey: name) else { throw OverlayFault(reason: "\(name) is missing") }
    return value
  }
}
