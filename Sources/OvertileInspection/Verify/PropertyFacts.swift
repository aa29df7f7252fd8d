import OvertileFeatures
import OvertileVectorTile

/// The properties found on the features of a layer, each feature counted once by its id.
///
/// Values are kept as hashes: 8 bytes for each distinct value of a property, and for each id.
struct PropertyFacts: Sendable {
  /// A property of the features.
  struct Field: Sendable {
    /// The number of features that have it.
    var features = 0
    /// The hashes of its distinct values.
    var distinct: Set<Int> = []
    /// The hashes of those that are texts too long for examples: more than 256 UTF-16 code units. Source: mapbox-geostats.
    var long: Set<Int> = []
    /// The number of these that may represent two values of the source, which tiles do not distinguish.
    var ambiguous = 0
    /// Its types, see `FieldTypes`.
    var types: UInt8 = 0
    /// The smallest and the largest number.
    var range: ClosedRange<Double>?
    /// Whether it has numbers beyond 2^53, which JSON readers round.
    var hasHuge = false
  }

  /// The properties by name.
  private(set) var fields: [ExactText: Field] = [:]
  private var ids: Set<UInt64> = []
  /// Whether 1 and 1.0 are read as the same.
  let mergesNumbers: Bool
  /// Whether a text may be an array or object of the source.
  let mergesTexts: Bool

  /// Facts from tiles of GeoJSON, from vector tiles, or from a members file, which keeps all values distinct.
  init(mergesNumbers: Bool, mergesTexts: Bool) {
    (self.mergesNumbers, self.mergesTexts) = (mergesNumbers, mergesTexts)
  }

  /// The number of features seen.
  var features: Int { ids.count }

  /// Notes a feature, unless it has been seen. O(properties).
  mutating func add(_ id: UInt64, _ properties: [DecodedProperty]) {
    guard ids.insert(id).inserted else { return }
    for property in properties where property.value != .null {
      fields[ExactText(property.name), default: Field()].add(property.value, self.ambiguity(of: property.value))
    }
  }

  /// The number of further values of the source that look like this one.
  private func ambiguity(of value: PropertyValue) -> Int {
    switch value {
    // 0, 0.0 and -0.0.
    case .int(0), .double(0): mergesNumbers ? 2 : 0
    case .string(let text): mergesTexts && (text.hasPrefix("[") || text.hasPrefix("{")) ? 1 : 0
    case .int, .uint: mergesNumbers ? 1 : 0
    case .double(let number): mergesNumbers && number.rounded() == number ? 1 : 0
    case .null, .bool, .json: 0
    }
  }

  /// The hash of a value as the facts keep it.
  static func hash(_ value: PropertyValue) -> Int {
    if case .uint(let number) = value, let small = Int64(exactly: number) { return PropertyValue.int(small).hashValue }
    if case .double(let number) = value {
      var hasher = Hasher()
      // Unlike their bits, 0.0 and -0.0 are equal.
      hasher.combine(number.bitPattern)
      return hasher.finalize()
    }
    return value.hashValue
  }
}

extension PropertyFacts.Field {
  fileprivate mutating func add(_ value: PropertyValue, _ ambiguity: Int) {
    features += 1
    let hash = PropertyFacts.hash(value)
    guard distinct.insert(hash).inserted else { return }
    if Self.isLong(value) { long.insert(hash) }
    ambiguous += ambiguity
    types |= FieldTypes.bit(value)
    guard let number = value.number else { return }
    hasHuge = hasHuge || !(abs(number) <= 0x1p53)
    guard number.isFinite else { return }
    range = min(range?.lowerBound ?? number, number)...max(range?.upperBound ?? number, number)
  }

  private static func isLong(_ value: PropertyValue) -> Bool {
    switch value {
    case .string(let text), .json(let text): text.utf8.count > longestExample && text.utf16.count > longestExample
    case .null, .bool, .int, .uint, .double: false
    }
  }

  private static let longestExample = 256

  /// Whether a value was seen that JSON writes like this example.
  func has(_ example: JSONValue) -> Bool {
    Self.candidates(example).contains { distinct.contains(PropertyFacts.hash($0)) }
  }

  /// The values that JSON writes as an example.
  static func candidates(_ example: JSONValue) -> [PropertyValue] {
    switch example {
    case .bool(let value): return [.bool(value)]
    case .string(let text): return [.string(text), .json(text)]
    case .int(0), .double(0): return [.int(0), .double(0), .double(-0.0)]
    case .int(let value): return [.int(value), .double(Double(value))]
    case .uint(let value): return [.uint(value), .double(Double(value))]
    case .double(let value): return [.double(value)] + (Int64(exactly: value).map { [.int($0)] } ?? [])
    case .null, .array, .object: return []
    }
  }
}
