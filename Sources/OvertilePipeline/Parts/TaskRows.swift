import OvertileFeatures

/// The properties of points for a task that draws them, in columns: one row a point.
struct TaskRows: Sendable {
  /// Per row: the number of its point.
  private(set) var points: [UInt64] = []
  /// The columns that tiles need.
  private(set) var batch: RowBatch

  /// No rows, with some columns of extra values.
  init(extraColumns: Int) { batch = RowBatch(extraColumns: extraColumns) }

  /// Adds the row of a point. O(entries of the row).
  mutating func append(_ row: Int, of other: RowBatch, point: UInt64) {
    points.append(point)
    batch.ownIDs.append(other.ownIDs[row])
    batch.sourceIDs.append(value(other.sourceIDs[row], of: other))
    for entry in other.properties.entries(ofFeature: row) {
      batch.properties.keyIndices.append(
        batch.properties.keys.intern(other.properties.keyIndices[entry], of: other.properties.keys))
      batch.properties.valueIndices.append(value(other.properties.valueIndices[entry], of: other))
    }
    batch.properties.rowEnds.append(UInt32(truncatingIfNeeded: batch.properties.keyIndices.count))
    for column in batch.extras.indices { batch.extras[column].append(value(other.extras[column][row], of: other)) }
  }

  private mutating func value(_ index: UInt32, of other: RowBatch) -> UInt32 {
    index == LayerRows.noValue ? index : batch.properties.values.intern(index, of: other.properties.values)
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
    encoder.add(points)
    encoder.add(sparse: batch.ownIDs) { $0.add($1) }
    encoder.add(sparse: batch.sourceIDs) { $0.add(UInt64($1)) }
    batch.properties.encode(&encoder)
    encoder.add(list: batch.extras) { $0.add($1) }
  }

  /// Reads rows, and checks that all columns fit one another.
  init(_ decoder: inout PartDecoder, extraColumns: Int) throws {
    batch = RowBatch(extraColumns: extraColumns)
    points = try decoder.longWords()
    let count = points.count
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
