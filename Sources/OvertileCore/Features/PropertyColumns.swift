/// Properties of many features as rows of (key, value) indices into two tables.
package struct PropertyColumns: Sendable {
  /// The distinct keys, all of kind string.
  package var keys = ValueTable()
  /// The distinct values.
  package var values = ValueTable()
  /// Per feature: the end of its entries.
  package var rowEnds: [UInt32] = []
  /// Per entry: the key's index.
  package var keyIndices: [UInt32] = []
  /// Per entry: the value's index.
  package var valueIndices: [UInt32] = []

  /// Creates empty columns.
  package init() {}

  /// The entries of a feature, in source order; a key occurs at most once.
  @inlinable
  package func entries(ofFeature index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(rowEnds[index - 1]))..<Int(rowEnds[index])
  }

  /// Keeps the last of several entries of a feature with one key. O(entries).
  ///
  /// - Returns: the features that had such entries, ascending.
  package mutating func keepLastOfEachKey() -> [Int] {
    var (changed, start): ([Int], Int) = ([], 0)
    var (keys, values): ([UInt32], [UInt32]) = ([], [])
    for feature in rowEnds.indices {
      let end = Int(rowEnds[feature])
      let own = keyIndices[start..<end]
      for entry in start..<end where !own[(entry + 1)...].contains(keyIndices[entry]) {
        keys.append(keyIndices[entry])
        values.append(valueIndices[entry])
      }
      if keys.count - (feature == 0 ? 0 : Int(rowEnds[feature - 1])) < end - start { changed.append(feature) }
      rowEnds[feature] = UInt32(keys.count)
      start = end
    }
    (keyIndices, valueIndices) = (keys, values)
    return changed
  }

  /// The value index for a key index, or nil if the feature does not have the key. O(entries of the feature).
  @inlinable
  package func valueIndex(ofFeature index: Int, key: UInt32) -> UInt32? {
    for entry in entries(ofFeature: index) where keyIndices[entry] == key { return valueIndices[entry] }
    return nil
  }
}
