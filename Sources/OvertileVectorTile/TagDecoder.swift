import OvertileCore

/// Converts the tags of a layer's features to properties.
struct TagDecoder {
  private let keys: [String]
  private let values: [ValueMessage]
  // For each key: the ordinal of the last feature that had it.
  private var lastUse: [Int]
  private var ordinal = 0

  init(keys: [String], values: [ValueMessage]) {
    self.keys = keys
    self.values = values
    lastUse = Array(repeating: 0, count: keys.count)
  }

  /// The properties for pairs of key and value indices.
  mutating func properties(_ tags: [UInt32]) throws(VectorTileError) -> [DecodedProperty] {
    guard tags.count.isMultiple(of: 2) else { throw fault("the number of tag indices is odd") }
    ordinal += 1
    var properties: [DecodedProperty] = []
    properties.reserveCapacity(min(tags.count / 2, keys.count))
    for pair in stride(from: 0, to: tags.count, by: 2) {
      let (key, value) = (Int(tags[pair]), Int(tags[pair + 1]))
      guard key < keys.count else {
        throw fault("key index \(key) is out of range because there are \(keys.count) keys")
      }
      guard value < values.count else {
        throw fault("value index \(value) is out of range because there are \(values.count) values")
      }
      guard lastUse[key] != ordinal else { throw fault("the key \"\(keys[key])\" occurs twice") }
      lastUse[key] = ordinal
      properties.append(DecodedProperty(name: keys[key], value: values[value].value))
    }
    return properties
  }

  private func fault(_ reason: String) -> VectorTileError {
    VectorTileError(code: .tags, reason: reason)
  }
}
