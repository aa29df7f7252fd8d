import OvertileBundleFormat
import OvertileCore
import OvertileLayers
import OvertileReading
import OvertileTileArchive

/// Statistics of layers, as in the `tilestats` object of mapbox-geostats.
enum LayerStatistics {
  /// The number of example values of an attribute.
  private static let exampleCount = 100

  /// The statistics of a layer's source properties. O(entries).
  static func json(_ layer: any OverlayLayer) -> JSONValue {
    let values = AttributeValues(layer.properties, without: layer.neverShown.rows)
    let attributes = values.attributes(limit: exampleCount)
    return [
      "layer": .string(layer.name), "count": .int(Int64(layer.manifest.features)),
      "geometry": .string(layer.commonestGeometry), "attributeCount": .int(Int64(attributes.count)),
      "attributes": .array(attributes),
    ]
  }
}

/// The distinct values of each property of a layer.
private struct AttributeValues {
  private let keys: ValueTable
  private let table: ValueTable
  /// Per key: its distinct values.
  private var values: [Column<UInt32>]

  /// Collects them by key in one column: first the values of all entries, then, for each key, the distinct ones.
  /// O(entries).
  init(_ properties: LayerProperties, without hidden: [UInt32]) {
    (keys, table) = (properties.keys, properties.values)
    var ends = [Int](repeating: 0, count: properties.keys.count + 1)
    properties.forEachEntry(without: hidden) { key, _ in ends[Int(key) + 1] += 1 }
    for key in 0..<properties.keys.count { ends[key + 1] += ends[key] }
    var entries = Column<UInt32>(repeating: 0, count: ends.last ?? 0)
    var next = ends
    properties.forEachEntry(without: hidden) { key, value in
      entries[next[Int(key)]] = value
      next[Int(key)] += 1
    }
    var lastKey = Column<UInt32>(repeating: .max, count: properties.values.count)
    values = (0..<properties.keys.count).map { key in
      var distinct: Column<UInt32> = []
      for value in entries[ends[key]..<ends[key + 1]] where lastKey[Int(value)] != UInt32(key) {
        lastKey[Int(value)] = UInt32(key)
        distinct.append(value)
      }
      return distinct
    }
  }

  /// The attributes in ascending order of their names.
  func attributes(limit: Int) -> [JSONValue] {
    let used = values.indices.filter { !values[$0].isEmpty }.map { (name: keys.string(UInt32($0)), values: values[$0]) }
    return used.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .map { attribute(name: $0.name, $0.values, limit: limit) }
  }

  private func attribute(name: String, _ values: Column<UInt32>, limit: Int) -> JSONValue {
    // Which values are examples must not depend on the order of the input, hence the digests.
    var short = Column(values.lazy.filter(isShort))
    if short.count > limit { short.sort { table.hash($0) < table.hash($1) } }
    let examples = short.prefix(limit).sorted(by: precedes).map { table.value($0) }
    let kinds = Set(values.lazy.map { table.kind($0) })
    let isNumber = kinds.isSubset(of: [.int, .uint, .double])
    let type: FieldType = isNumber ? .number : kinds == [.bool] ? .boolean : .string
    // Types are in lower case here, unlike in `vector_layers`.
    let attribute: JSONValue = [
      "attribute": .string(name), "count": .int(Int64(values.count)), "type": .string(type.rawValue.lowercased()),
      "values": .array(examples.compactMap(Self.example)),
    ]
    let numbers = values.lazy.compactMap { table.value($0).number }
    guard isNumber, let least = numbers.min(), let most = numbers.max() else { return attribute }
    return attribute.adding(["min": .double(least), "max": .double(most)])
  }

  /// Whether a value comes before another one: numbers by size, then the others by their texts.
  ///
  /// Values that are equal as a double (2^53 and 2^53 + 1, 0 and -0) or as a text (true and "true") are ordered by kind and
  /// bits, so the order of the input never decides. O(length).
  private func precedes(_ a: UInt32, _ b: UInt32) -> Bool {
    let kinds = (table.kind(a).rawValue, table.kind(b).rawValue)
    let (first, second) = (table.value(a), table.value(b))
    switch (first, second) {
    case (.int(let a), .int(let b)): return a < b
    case (.uint(let a), .uint(let b)): return a < b
    default: break
    }
    switch (first.number, second.number) {
    case (let a?, let b?):
      if a != b { return a < b }
      return kinds.0 != kinds.1 ? kinds.0 < kinds.1 : a.bitPattern < b.bitPattern
    case (nil, nil):
      let (a, b) = (first.text ?? "", second.text ?? "")
      return a.utf8.elementsEqual(b.utf8) ? kinds.0 < kinds.1 : a.utf8.lexicographicallyPrecedes(b.utf8)
    case (let number, _): return number != nil
    }
  }

  /// Whether a value is short enough for an example: long texts are counted, but every reader of an archive would load
  /// them before its first tile. Source: mapbox-geostats, which reports no text of more than 256 UTF-16 code units.
  private func isShort(_ index: UInt32) -> Bool {
    let most = Self.longestExample
    guard [.string, .json].contains(table.kind(index)) else { return true }
    let bytes = table.payloadByteCount(index)
    // A code unit has three bytes at most.
    return bytes <= most || bytes <= 3 * most && table.string(index).utf16.count <= most
  }

  private static let longestExample = 256

  private static func example(_ value: PropertyValue) -> JSONValue? {
    switch value {
    case .null: nil
    case .uint(let value): .double(Double(value))
    default: JSONValue(value)
    }
  }
}
