import OvertileFeatures

/// What archives and the manifest say of the properties of a layer's rows, without the rows: so that it can be made of some rows
/// each, and put together.
struct PropertySummary: Sendable {
  /// The names of the properties in tiles.
  var keys: ValueTable
  /// The values.
  var values: ValueTable
  /// Per key: the types of its values, as a set; see `FeatureTags.bit`.
  private(set) var types: [UInt8]
  /// Per key: the rows in which it has a value other than null.
  private(set) var counts: [Int]
  /// Per key: its distinct values.
  private(set) var distinct: [[UInt32]]
  /// Per value: the first key that has it, or `noKey`.
  private var firstKeys: [UInt32]
  /// The further pairs of a key and a value, each in one number.
  private var furtherPairs: Set<UInt64> = []

  private static let noKey = UInt32.max

  /// Begins without rows, for some keys and values.
  init(keys: ValueTable, values: ValueTable) {
    (self.keys, self.values) = (keys, values)
    types = Array(repeating: 0, count: keys.count)
    counts = Array(repeating: 0, count: keys.count)
    distinct = Array(repeating: [], count: keys.count)
    firstKeys = Array(repeating: Self.noKey, count: values.count)
  }

  /// Adds some rows in which a key has a value. Expected O(1).
  @inline(__always)
  mutating func add(_ key: UInt32, _ value: UInt32) {
    if firstKeys[Int(value)] != key { addPair(key, value) }
    if types[Int(key)] & Self.null == 0 || values.kind(value) != .null { counts[Int(key)] += 1 }
  }

  private static let null: UInt8 = 0x80

  /// Adds a pair of a key and a value that may be new.
  private mutating func addPair(_ key: UInt32, _ value: UInt32) {
    if firstKeys[Int(value)] == Self.noKey {
      firstKeys[Int(value)] = key
    } else if !furtherPairs.insert(UInt64(key) << 32 | UInt64(value)).inserted {
      return
    }
    distinct[Int(key)].append(value)
    let kind = values.kind(value)
    // A mark beside the types, so that only keys with nulls look at each value.
    types[Int(key)] |= FeatureTags.bit(kind) | (kind == .null ? Self.null : 0)
  }

  /// Adds the summary of other rows, whose keys and values are these.
  ///
  /// - Parameters:
  ///   - keyMap: per key of the other: the key here.
  ///   - valueMap: per value of the other: the value here.
  mutating func add(_ other: PropertySummary, keyMap: [UInt32], valueMap: [UInt32]) {
    firstKeys += repeatElement(Self.noKey, count: max(0, values.count - firstKeys.count))
    for key in other.counts.indices {
      for value in other.distinct[key] {
        let (key, value) = (keyMap[key], valueMap[Int(value)])
        if firstKeys[Int(value)] != key { addPair(key, value) }
      }
      counts[Int(keyMap[key])] += other.counts[key]
    }
  }

  /// The numbers of rows that have a value, by property.
  var valueCounts: NamedValues<Int> { named.merged(counts) { $0 + $1 } }

  /// The types of the properties, by name.
  ///
  /// - Parameter id: the name of the original ids, and their types; nil if none is written.
  func fields(id: (name: String, types: UInt8)?) -> NamedValues<String> {
    var named = named
    var types = types.map { $0 & ~Self.null }
    if let id {
      let key = Int(named.keys.intern(.string, id.name))
      types += repeatElement(0, count: max(0, named.keys.count - types.count))
      types[key] |= id.types
    }
    return named.merged(types, |).mapValues(FeatureTags.field)
  }

  private var named: LayerProperties {
    var properties = LayerProperties()
    properties.keys = keys
    return properties
  }
}

extension PropertySummary {
  /// The columns of the summary, for another process: per key, its number of rows and its distinct values.
  var columns: [(count: Int, distinct: [UInt32])] { zip(counts, distinct).map { ($0, $1) } }

  /// Puts columns together again.
  init(keys: ValueTable, values: ValueTable, columns: [(count: Int, distinct: [UInt32])]) {
    self.init(keys: keys, values: values)
    for (key, column) in columns.enumerated() {
      for value in column.distinct { addPair(UInt32(truncatingIfNeeded: key), value) }
      counts[key] = column.count
    }
  }
}
