import OvertileSearching

/// The positions of an outline on whole units, sorted, to find those near another.
struct PositionIndex {
  private let keys: [UInt64]

  /// Sorts positions on whole units of less than 2^31. O(n log n).
  init(_ outline: Outline) {
    keys = outline.x.indices.map { Self.key(outline.x[$0], outline.y[$0]) }.sorted()
  }

  /// Whether there is a position at most one unit away in x and in y. O(log n).
  func holds(nearX x: Double, y: Double) -> Bool {
    for column in -1...1 {
      let (low, high) = (Self.key(x + Double(column), y - 1), Self.key(x + Double(column), y + 1))
      let index = keys.partitioningIndex { $0 >= low }
      if index < keys.count, keys[index] <= high { return true }
    }
    return false
  }

  private static func key(_ x: Double, _ y: Double) -> UInt64 {
    let half = Double(Int32.max) + 1
    return UInt64(x + half) << 32 | UInt64(y + half)
  }
}
