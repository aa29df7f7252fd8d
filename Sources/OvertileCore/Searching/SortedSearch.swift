// The search has its name from swift-algorithms. The package itself is not used: for fifteen lines, an app that
// resolves this package would fetch two more.
extension RandomAccessCollection {
  /// The first index whose element fulfills a condition, or the end: the lower bound of the elements that do.
  ///
  /// The condition holds for no element before some index and for all from it on. Calls it O(log count) times.
  @inlinable
  package func partitioningIndex(where holds: (Element) throws -> Bool) rethrows -> Index {
    var (first, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(first, offsetBy: half)
      if try holds(self[middle]) {
        count = half
      } else {
        (first, count) = (index(after: middle), count - half - 1)
      }
    }
    return first
  }

  /// The first index whose element has a key, or nil; the keys ascend. Reads O(log count) keys.
  @inlinable
  package func sortedIndex<Key: Comparable>(of key: Key, by keyOf: (Element) throws -> Key) rethrows -> Index? {
    let index = try partitioningIndex { try keyOf($0) >= key }
    return try index < endIndex && keyOf(self[index]) == key ? index : nil
  }
}
