import OvertileCore

/// Accepted features of one slice in one layer.
package typealias RowBatch = RowColumns<[InputLocation], PropertyColumns>

extension RowBatch {
  /// Makes an empty batch.
  init(extraColumns: Int) {
    self.init(locations: [], properties: PropertyColumns(), extraColumns: extraColumns)
  }

  /// Makes an empty batch of rows with some keys, whose values are those of a batch that was read, and further ones.
  init(of batch: ReadBatch, keys: ValueTable, extraColumns: Int) {
    self.init(extraColumns: extraColumns)
    file = batch.file
    (properties.keys, properties.values) = (keys, batch.read.properties.values)
  }

  /// Per value of the table: whether a row has it.
  var areUsed: [Bool] {
    var areUsed = [Bool](repeating: false, count: properties.values.count)
    for value in properties.valueIndices { areUsed[Int(value)] = true }
    for column in [sourceIDs.values] + extras {
      for value in column where value != Self.noValue { areUsed[Int(value)] = true }
    }
    return areUsed
  }

  /// The index of a value that is not a property, such as an id, or `noValue` for null.
  mutating func intern(_ value: PropertyValue) -> UInt32 {
    value == .null ? Self.noValue : properties.values.intern(value)
  }

  /// Adds the identity and the source location of a feature: the columns that all rows have.
  mutating func append(identityOf feature: Int, in batch: ReadBatch) {
    keys.append(batch.identity.keys[feature])
    contents.append(batch.identity.contents[feature])
    locations.append(batch.read.locations[feature])
    append(id: batch.identity.ids[feature])
  }

  /// Adds the id of a feature.
  @inline(__always)
  mutating func append(id: PropertyValue) {
    if case .int(let number) = id, let own = UInt64(exactly: number), OverlayIDs.ofSources.contains(own) {
      ownIDs.append(own)
      sourceIDs.append(Self.noValue)
    } else {
      ownIDs.append(Self.noID)
      sourceIDs.append(intern(id))
    }
  }
}
