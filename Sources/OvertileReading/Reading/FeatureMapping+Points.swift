import OvertileConfiguration
import OvertileCore

/// Batches of single points that a cluster layer takes as they are: the commonest input, without a decision per feature.
///
/// The result is that of `takeEach`, which is several times slower: it asks for each feature whether a filter accepts it, what
/// its geometry is, and what is to be computed for it.
extension FeatureMapping {
  /// Whether the layer takes all features of a batch, and each is one point that was not repaired.
  func takesPointsUnchanged(of batch: ReadBatch) -> Bool {
    guard case .cluster(let cluster) = layer.kind, cluster.weight == nil, layer.filter == nil, bounds == nil,
      extra.columns.isEmpty, layer.properties.computed.isEmpty
    else { return false }
    return batch.repairs.isEmpty && batch.read.geometry.isOnePointEach
  }

  /// Maps the usable features of a batch.
  ///
  /// - Precondition: `takesPointsUnchanged(of: batch)`.
  func takePoints(_ batch: ReadBatch) throws -> Outcome {
    var outcome = Outcome(rows: RowBatch(extraColumns: 0))
    outcome.rows.file = batch.file
    var properties = PropertyMapping(layer.properties, batch: batch)
    for feature in 0..<batch.read.count where batch.usable[feature] {
      try properties.append(feature, to: &outcome.rows)
      outcome.rows.pointRows.append(UInt32(truncatingIfNeeded: outcome.rows.keys.count))
      outcome.rows.append(identityOf: feature, in: batch, ids: &properties)
      outcome.rows.pointX.append(batch.worldX[feature])
      outcome.rows.pointY.append(batch.worldY[feature])
    }
    properties.finish(&outcome.rows)
    return outcome
  }
}

extension GeometryColumns {
  /// Whether every feature has exactly one point, so that a feature's coordinate has its number. O(features).
  fileprivate var isOnePointEach: Bool {
    let count = featureCount
    guard x.count == count, ringEnds.count == count, elementKinds.count == count else { return false }
    for feature in 0..<count {
      let end = UInt32(truncatingIfNeeded: feature + 1)
      guard featureEnds[feature] == end, elementEnds[feature] == end, ringEnds[feature] == end,
        elementKinds[feature] == .points
      else { return false }
    }
    return true
  }
}
