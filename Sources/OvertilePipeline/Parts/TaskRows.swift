import OvertileFeatures

/// The properties of points for a task that draws them, in columns: one row a point.
struct TaskRows: Sendable {
  /// The columns that tiles need.
  private(set) var batch: RowBatch

  /// No rows, with some columns of extra values.
  init(extraColumns: Int) { batch = RowBatch(extraColumns: extraColumns) }

  /// The number of rows.
  var count: Int { batch.properties.rowEnds.count }

  /// Adds some rows of a slice. O(entries).
  mutating func append(_ rows: some Collection<Int>, of other: RowBatch) {
    var (keys, values) = (MergedValues(other.properties.keys), MergedValues(other.properties.values))
    // In a variable of its own, so that a column is not looked for at each entry.
    var properties = batch.properties
    batch.properties = PropertyColumns()
    for row in rows {
      for entry in other.properties.entries(ofFeature: row) {
        properties.keyIndices.append(keys.index(of: other.properties.keyIndices[entry], in: &properties.keys))
        properties.valueIndices.append(values.index(of: other.properties.valueIndices[entry], in: &properties.values))
      }
      properties.rowEnds.append(UInt32(truncatingIfNeeded: properties.keyIndices.count))
      batch.ownIDs.append(other.ownIDs[row])
      let sourceID = other.sourceIDs[row]
      batch.sourceIDs.append(
        sourceID == LayerRows.noValue ? sourceID : values.index(of: sourceID, in: &properties.values))
    }
    for column in batch.extras.indices {
      for row in rows {
        let value = other.extras[column][row]
        batch.extras[column].append(
          value == LayerRows.noValue ? value : values.index(of: value, in: &properties.values))
      }
    }
    batch.properties = properties
  }

  /// Some of the rows with tables of their own. O(entries and values).
  func picked(_ rows: some Collection<UInt32>) -> TaskRows {
    var (keys, values) = (UsedValues(batch.properties.keys), UsedValues(batch.properties.values))
    let own = PickedRows(rows.lazy.map(Int.init), of: batch, &keys, &values)
    var picked = TaskRows(extraColumns: batch.extras.count)
    (picked.batch.ownIDs, picked.batch.sourceIDs, picked.batch.extras) = (own.ownIDs, own.sourceIDs, own.extras)
    var properties = PropertyColumns()
    (properties.keys, properties.values) = (keys.table, values.table)
    (properties.rowEnds, properties.keyIndices, properties.valueIndices) = (
      own.rowEnds, own.keyIndices, own.valueIndices
    )
    picked.batch.properties = properties
    return picked
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
