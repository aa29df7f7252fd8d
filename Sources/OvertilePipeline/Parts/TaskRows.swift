import OvertileFeatures

/// The properties of points for a task that draws them, in columns: one row a point.
struct TaskRows: Sendable {
  /// The columns that tiles need.
  private(set) var batch: RowBatch

  /// No rows, with some columns of extra values.
  init(extraColumns: Int) { batch = RowBatch(extraColumns: extraColumns) }

  /// The number of rows.
  var count: Int { batch.properties.rowEnds.count }

  /// Adds the rows of all points of a slice. O(entries).
  mutating func append(_ other: RowBatch) {
    // In a variable of its own, so that a column is not looked for at each entry.
    var properties = batch.properties
    batch.properties = PropertyColumns()
    let keys = properties.keys.merge(other.properties.keys)
    let values = properties.values.merge(other.properties.values)
    let mapped = { (index: UInt32) in index == LayerRows.noValue ? index : values[Int(index)] }
    for row in other.pointRows.lazy.map(Int.init) {
      for entry in other.properties.entries(ofFeature: row) {
        properties.keyIndices.append(keys[Int(other.properties.keyIndices[entry])])
        properties.valueIndices.append(values[Int(other.properties.valueIndices[entry])])
      }
      properties.rowEnds.append(UInt32(truncatingIfNeeded: properties.keyIndices.count))
      batch.ownIDs.append(other.ownIDs[row])
      batch.sourceIDs.append(mapped(other.sourceIDs[row]))
    }
    for column in batch.extras.indices {
      batch.extras[column].append(contentsOf: other.pointRows.lazy.map { mapped(other.extras[column][Int($0)]) })
    }
    batch.properties = properties
  }

  /// Some of the rows with tables of their own. O(entries).
  ///
  /// - Parameters:
  ///   - keys: the use of the keys' table, for one selection after the other.
  ///   - values: the same of the values.
  func picked(
    _ rows: some Collection<UInt32>, _ keys: inout UsedValues, _ values: inout UsedValues
  ) -> TaskRows {
    keys.begin()
    values.begin()
    var picked = TaskRows(extraColumns: batch.extras.count)
    var properties = PropertyColumns()
    let (ends, allKeys, allValues) = (
      batch.properties.rowEnds, batch.properties.keyIndices, batch.properties.valueIndices
    )
    for row in rows.lazy.map(Int.init) {
      for entry in (row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row]) {
        properties.keyIndices.append(keys.index(of: allKeys[entry]))
        properties.valueIndices.append(values.index(of: allValues[entry]))
      }
      properties.rowEnds.append(UInt32(truncatingIfNeeded: properties.keyIndices.count))
      picked.batch.ownIDs.append(batch.ownIDs[row])
      let sourceID = batch.sourceIDs[row]
      picked.batch.sourceIDs.append(sourceID == LayerRows.noValue ? sourceID : values.index(of: sourceID))
    }
    for column in batch.extras.indices {
      for row in rows {
        let value = batch.extras[column][Int(row)]
        picked.batch.extras[column].append(value == LayerRows.noValue ? value : values.index(of: value))
      }
    }
    (properties.keys, properties.values) = (keys.values, values.values)
    picked.batch.properties = properties
    return picked
  }

  /// Some of the rows with tables of their own. O(entries and values).
  func picked(_ rows: some Collection<UInt32>) -> TaskRows {
    var keys = UsedValues(batch.properties.keys)
    var values = UsedValues(batch.properties.values)
    return picked(rows, &keys, &values)
  }

  /// A row without anything, for points that no tile of a task shows.
  static func blank(extraColumns: Int) -> RowBatch {
    var batch = RowBatch(extraColumns: extraColumns)
    batch.ownIDs.append(LayerRows.noID)
    batch.sourceIDs.append(LayerRows.noValue)
    batch.properties.rowEnds.append(0)
    for column in batch.extras.indices { batch.extras[column].append(LayerRows.noValue) }
    return batch
  }

  /// Writes all columns.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(sparse: batch.ownIDs) { $0.add($1) }
    encoder.add(sparse: batch.sourceIDs) { $0.add(UInt64($1)) }
    batch.properties.encode(&encoder)
    encoder.add(list: batch.extras) { $0.add($1) }
  }

  /// Reads rows, and checks that all columns fit one another.
  init(_ decoder: inout PartDecoder, count: Int, extraColumns: Int) throws {
    batch = RowBatch(extraColumns: extraColumns)
    batch.ownIDs = try decoder.sparse(usual: LayerRows.noID, count: count) { try $0.number() }
    batch.sourceIDs = try decoder.sparse(usual: LayerRows.noValue, count: count) {
      UInt32(truncatingIfNeeded: try $0.number())
    }
    batch.properties = try PropertyColumns(&decoder)
    batch.extras = try decoder.list { try $0.words() }
    let (values, sourceIDs) = (batch.properties.values.count, batch.sourceIDs)
    func areValues(_ indices: some Sequence<UInt32>) -> Bool {
      indices.allSatisfy { $0 < values || $0 == LayerRows.noValue }
    }
    guard batch.properties.rowEnds.count == count, batch.extras.count == extraColumns,
      batch.extras.allSatisfy({ $0.count == count && areValues($0) }),
      areValues((0..<count).lazy.map { sourceIDs[$0] })
    else { throw PartFault("the columns of points' properties do not fit one another") }
  }
}
