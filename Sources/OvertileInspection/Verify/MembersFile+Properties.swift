import OvertileFeatures
import OvertileVectorTile

extension MembersFile {
  /// Calls a closure with every leaf's index and properties; not at all if there are none, or if a tag leads nowhere.
  ///
  /// O(tags), with memory for the distinct values.
  func forEachLeafProperties(_ body: (Int, [DecodedProperty]) -> Void) {
    guard hasProperties, let table = values() else { return }
    let (keys, tags) = (counts[3], tags)
    for leaf in 0..<leafCount {
      guard let start = Int(exactly: tagOffset(leaf)), let end = Int(exactly: tagOffset(leaf + 1)), start <= end,
        end <= tags.count
      else { return }
      var varints = Varints(tags[tags.startIndex + start..<tags.startIndex + end])
      var properties: [DecodedProperty] = []
      while !varints.isAtEnd {
        guard let key = varints.next(), let value = varints.next(), key < keys, keys + value < table.count,
          case .string(let name) = table[key]
        else { return }
        properties.append(DecodedProperty(name: name, value: table[keys + value]))
      }
      body(leaf, properties)
    }
  }

  /// The keys, then the values; nil if one cannot be read.
  private func values() -> [PropertyValue]? {
    var table: [PropertyValue] = []
    for index in 0..<counts[3] + counts[4] {
      guard let start = Int(exactly: valueOffset(index)), let end = Int(exactly: valueOffset(index + 1)), start < end,
        end <= valuesSize, let value = Self.read(value(start..<end))
      else { return nil }
      table.append(value)
    }
    return table
  }

  /// A value from its bytes: the kind, then the payload. Nil if they are invalid.
  private static func read(_ bytes: [UInt8]) -> PropertyValue? {
    guard let kind = bytes.first.flatMap(PropertyKind.init(rawValue:)) else { return nil }
    let payload = bytes.dropFirst()
    let word = payload.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch kind {
    case .null: return .null
    case .bool: return payload.count == 1 ? .bool(word == 1) : nil
    case .int: return payload.count == 8 ? .int(Int64(bitPattern: word)) : nil
    case .uint: return payload.count == 8 ? .uint(word) : nil
    case .double: return payload.count == 8 ? .double(Double(bitPattern: word)) : nil
    case .string: return String(validating: payload, as: UTF8.self).map { .string($0) }
    case .json: return String(validating: payload, as: UTF8.self).map { .json($0) }
    }
  }
}
