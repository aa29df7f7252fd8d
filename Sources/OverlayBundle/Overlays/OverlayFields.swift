import MapMath
import OvertileCore
import OvertileVectorTile

/// The reason that a feature is not the overlay that its layer promises.
struct OverlayFault: Error {
  var reason: String
}

/// Takes a feature's own properties by name and type, and leaves those of the source.
///
/// A feature has few properties, so they are searched one by one; no table is made of those that are taken.
struct OverlayFields {
  private let properties: [DecodedProperty]
  /// The properties that were taken: a bit for each of the first 64, and the indices of others.
  private var taken: UInt64 = 0
  private var takenLater: [Int] = []

  init(_ feature: DecodedFeature) { properties = feature.properties }

  /// The properties that have not been taken. O(properties).
  var rest: NamedValues<PropertyValue> {
    guard taken.nonzeroBitCount < properties.count else { return [:] }
    return NamedValues(decoded: properties, where: { !isTaken($0) })
  }

  /// All properties, also those that were taken. O(properties).
  var all: NamedValues<PropertyValue> { NamedValues(decoded: properties, where: { _ in true }) }

  /// Whether a property has not been taken.
  func has(_ name: String) -> Bool { index(name) != nil }

  /// The value of a property that has not been taken.
  func value(_ name: String) -> PropertyValue? { index(name).map { properties[$0].value } }

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
  mutating func drop(_ name: String) {
    if let index = index(name) { markTaken(index) }
  }

  private mutating func take(_ name: String) throws(OverlayFault) -> PropertyValue {
    guard let index = index(name) else { throw OverlayFault(reason: "\(name) is missing") }
    markTaken(index)
    return properties[index].value
  }

  private mutating func markTaken(_ index: Int) {
    if index < 64 { taken |= 1 << UInt64(index) } else { takenLater.append(index) }
  }

  @inline(__always)
  private func isTaken(_ index: Int) -> Bool {
    index < 64 ? taken >> UInt64(index) & 1 == 1 : takenLater.contains(index)
  }

  /// The index of a property that has not been taken.
  ///
  /// The names that are searched for are ASCII. Another text that Unicode calls equivalent to one has more bytes.
  @inline(__always)
  private func index(_ name: String) -> Int? {
    let length = name.utf8.count
    for index in properties.indices {
      let found = properties[index].name
      if found.utf8.count == length, found == name, !isTaken(index) { return index }
    }
    return nil
  }
}

extension NamedValues<PropertyValue> {
  /// A table of some properties; the first of equal names counts.
  fileprivate init(decoded properties: [DecodedProperty], where isWanted: (Int) -> Bool) {
    self.init()
    for index in properties.indices where isWanted(index) {
      let property = properties[index]
      if self[property.name] == nil { self[property.name] = property.value }
    }
  }
}
