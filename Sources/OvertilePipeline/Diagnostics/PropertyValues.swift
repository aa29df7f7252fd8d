import OvertileFeatures

/// The values that features have of a property: a few of them in the order in which they were found, and the range of
/// the numbers.
struct PropertyValues: Sendable {
  /// Distinct values other than null, up to a limit.
  private(set) var different: [PropertyValue] = []
  /// Whether there are more.
  private(set) var hasMore = false
  /// The least and the greatest number.
  private(set) var range: ClosedRange<Double>?
  /// The types of the values.
  private(set) var kinds: Set<PropertyKind> = []
  private var met: Set<PropertyValue> = []

  /// The number of distinct values that are kept.
  private static let most = 100
  /// The most bytes of a text that is kept.
  private static let longest = 200

  /// An empty collection.
  init() {}

  /// Values that were found elsewhere.
  init(different: [PropertyValue], hasMore: Bool, range: ClosedRange<Double>?, kinds: Set<PropertyKind>) {
    (self.different, self.hasMore, self.range, self.kinds) = (different, hasMore, range, kinds)
    met = Set(different)
  }

  private var isFull: Bool { different.count >= Self.most }

  /// Adds the values of a batch, which are distinct. O(entries).
  mutating func add(_ properties: PropertyColumns, key name: String) {
    guard let key = properties.keys.find(name) else { return }
    var seen = [Bool](repeating: false, count: properties.values.count)
    for entry in properties.keyIndices.indices where properties.keyIndices[entry] == key {
      let index = properties.valueIndices[entry]
      guard !seen[Int(index)] else { continue }
      seen[Int(index)] = true
      let kind = properties.values.kind(index)
      guard kind != .null else { continue }
      kinds.insert(kind)
      let isText = kind == .string || kind == .json
      if isText, isFull || properties.values.payloadByteCount(index) > Self.longest {
        hasMore = true
      } else {
        add(properties.values.value(index))
      }
    }
  }

  /// Adds values that were found later.
  mutating func add(_ other: PropertyValues) {
    kinds.formUnion(other.kinds)
    for value in other.different { add(value) }
    if let reached = other.range { widen(reached) }
    hasMore = hasMore || other.hasMore
  }

  private mutating func add(_ value: PropertyValue) {
    if let number = value.number { widen(number...number) }
    guard !met.contains(value) else { return }
    guard !isFull else {
      hasMore = true
      return
    }
    met.insert(value)
    different.append(value)
  }

  private mutating func widen(_ reached: ClosedRange<Double>) {
    range = range.map { min($0.lowerBound, reached.lowerBound)...max($0.upperBound, reached.upperBound) } ?? reached
  }

  /// Whether a value is among those that are kept; numbers are compared by value.
  func has(_ value: PropertyValue) -> Bool {
    met.contains(value) || value.number.map { number in different.contains { $0.number == number } } ?? false
  }

  /// Whether all are of some types.
  func are(_ some: Set<PropertyKind>) -> Bool { !kinds.isEmpty && kinds.isSubset(of: some) }
}
