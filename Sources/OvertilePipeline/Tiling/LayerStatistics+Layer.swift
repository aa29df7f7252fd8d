import OvertileBundleFormat
import OvertileCore
import OvertileLayers
import OvertileReading
import OvertileTileArchive
import OvertileTileArchiveWriting

extension LayerStatistics {
  /// The number of example values of an attribute.
  private static let exampleCount = 100

  /// The statistics of a layer's source properties. O(entries).
  init(_ layer: any OverlayLayer) throws {
    let manifest = layer.manifest
    let values = try AttributeValues(layer.properties, without: layer.neverShown.rows)
    let attributes = values.attributes(limit: Self.exampleCount)
    self.init(
      layer: layer.name, featureCount: manifest.features, geometry: layer.commonestGeometry, attributes: attributes)
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
  init(_ properties: LayerProperties, without hidden: [UInt32]) throws {
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
  func attributes(limit: Int) -> [LayerStatistics.Attribute] {
    values.indices.filter { !values[$0].isEmpty }.map { key in
      attribute(name: keys.string(UInt32(key)), values[key], limit: limit)
    }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private func attribute(name: String, _ values: Column<UInt32>, limit: Int) -> LayerStatistics.Attribute {
    // Which values are examples must not depend on the order of the input, hence the digests.
    var short = Column(values.lazy.filter(isShort))
    if short.count > limit { short.sort { table.hash($0) < table.hash($1) } }
    let read = short.prefix(limit).map { table.value($0) }.sorted { ValueRank($0) < ValueRank($1) }
    let kinds = Set(values.lazy.map { table.kind($0) })
    let isNumber = kinds.isSubset(of: [.int, .uint, .double])
    let type: FieldType = isNumber ? .number : kinds == [.bool] ? .boolean : .string
    var attribute = LayerStatistics.Attribute(
      name: name, type: type, distinctValues: values.count, values: read.compactMap(Self.example))
    if isNumber {
      let ranks = values.lazy.map { ValueRank(table.value($0)) }
      attribute.minimum = ranks.min()?.number
      attribute.maximum = ranks.max()?.number
    }
    return attribute
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

  private static func example(_ value: PropertyValue) -> LayerStatistics.Value? {
    switch value {
    case .null: nil
    case .bool(let value): .boolean(value)
    case .int(let value): .integer(value)
    case .uint(let value): .number(Double(value))
    case .double(let value): .number(value)
    case .string(let text), .json(let text): .string(text)
    }
  }
}
