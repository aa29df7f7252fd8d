import OvertileFeatures

/// Some rows of points' properties, whose keys and values are those of two selections; see `UsedValues`.
struct PickedRows {
  private(set) var ownIDs = SparseColumn(usual: LayerRows.noID)
  private(set) var sourceIDs = SparseColumn(usual: LayerRows.noValue)
  private(set) var rowEnds: [UInt32] = []
  private(set) var keyIndices: [UInt32] = []
  private(set) var valueIndices: [UInt32] = []
  private(set) var extras: [[UInt32]]

  /// Picks rows, in O(their entries).
  ///
  /// - Parameters:
  ///   - keys: the use of the keys; the rows begin a selection.
  ///   - values: the same of the values.
  init(
    _ rows: some Collection<Int>, of batch: RowBatch, _ keys: inout UsedValues, _ values: inout UsedValues
  ) {
    keys.begin()
    values.begin()
    let (ends, allKeys, allValues) = (
      batch.properties.rowEnds, batch.properties.keyIndices, batch.properties.valueIndices
    )
    for row in rows {
      for entry in (row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row]) {
        keyIndices.append(keys.index(of: allKeys[entry]))
        valueIndices.append(values.index(of: allValues[entry]))
      }
      rowEnds.append(UInt32(truncatingIfNeeded: keyIndices.count))
      ownIDs.append(batch.ownIDs[row])
      let sourceID = batch.sourceIDs[row]
      sourceIDs.append(sourceID == LayerRows.noValue ? sourceID : values.index(of: sourceID))
    }
    extras = []
    for column in batch.extras {
      extras.append(
        rows.map { row in column[row] == LayerRows.noValue ? LayerRows.noValue : values.index(of: column[row]) })
    }
  }

  /// Writes all columns; `TaskRows` reads them.
  func encode(_ encoder: inout PartEncoder, keys: UsedValues, values: UsedValues) {
    encoder.add(sparse: ownIDs) { $0.add($1) }
    encoder.add(sparse: sourceIDs) { $0.add(UInt64($1)) }
    keys.encode(&encoder)
    values.encode(&encoder)
    for column in [rowEnds, keyIndices, valueIndices] { encoder.add(column) }
    encoder.add(list: extras) { $0.add($1) }
  }
}
