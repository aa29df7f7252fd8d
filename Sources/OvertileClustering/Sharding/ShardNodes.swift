/// Nodes of one zoom that go from task to task, in columns.
///
/// A node carries the identity of its center point, which says for any two nodes of one zoom, whatever tasks they come from,
/// which has the smaller rank: by key, then by content, then by number. So tasks agree with one another, and with one
/// machine that has all points, without knowing ranks.
package struct ShardNodes: Sendable, Hashable {
  /// Per node: the stable key of its center point's feature.
  package var keys: [UInt64] = []
  /// Per node: the digest of its center point's feature.
  package var contents: [UInt64] = []
  /// Per node: the number of its center point, different for all points, ascending among points equal in both digests.
  package var points: [UInt64] = []
  /// Per node: world units east of longitude -180.
  package var x: [UInt32] = []
  /// Per node: world units south of the northern edge.
  package var y: [UInt32] = []
  /// Per node: the number of points in it.
  package var counts: [UInt32] = []
  /// Per node: its weight; nil if counts are the weights.
  package var weights: [UInt64]?

  /// No nodes.
  ///
  /// - Parameter hasWeights: whether nodes have weights of their own.
  package init(hasWeights: Bool = false) { weights = hasWeights ? [] : nil }

  /// The number of nodes.
  package var count: Int { points.count }

  /// Adds a node of other columns, which have weights if these have.
  package mutating func append(_ node: Int, of other: ShardNodes) {
    keys.append(other.keys[node])
    contents.append(other.contents[node])
    points.append(other.points[node])
    x.append(other.x[node])
    y.append(other.y[node])
    counts.append(other.counts[node])
    if let weight = other.weights?[node] { weights?.append(weight) }
  }

  /// Adds all nodes of other columns, which have weights if these have.
  package mutating func append(_ other: ShardNodes) {
    keys += other.keys
    contents += other.contents
    points += other.points
    x += other.x
    y += other.y
    counts += other.counts
    if let more = other.weights { weights? += more }
  }

  /// Some of the nodes, in an order. O(their number).
  package func picked(_ order: ArraySlice<UInt32>) -> ShardNodes {
    var picked = ShardNodes()
    (picked.keys, picked.contents, picked.points) = (order.of(keys), order.of(contents), order.of(points))
    (picked.x, picked.y, picked.counts) = (order.of(x), order.of(y), order.of(counts))
    picked.weights = weights.map { order.of($0) }
    return picked
  }

  /// Whether a node has a smaller rank than another.
  @inline(__always)
  package func precedes(_ a: Int, _ b: Int) -> Bool {
    if keys[a] != keys[b] { return keys[a] < keys[b] }
    if contents[a] != contents[b] { return contents[a] < contents[b] }
    return points[a] < points[b]
  }

  /// The nodes by ascending rank. Expected O(n): few keys are equal.
  package func sorted() -> ShardNodes { picked(order()[...]) }

  /// The indices of the nodes by ascending rank. Expected O(n).
  private func order() -> [UInt32] { Self.order(keys: keys) { precedes(Int($0), Int($1)) } }

  /// The indices of nodes by ascending rank. Expected O(n): few keys are equal.
  ///
  /// - Parameter precedes: whether a node has a smaller rank than another with the same key.
  package static func order(keys: [UInt64], where precedes: (UInt32, UInt32) -> Bool) -> [UInt32] {
    var order = order(of: keys)
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, keys[Int(order[end])] == keys[Int(order[start])] { end += 1 }
      if end > start + 1 { order[start..<end].sort(by: precedes) }
      start = end
    }
    return order
  }

  /// The indices of some numbers by ascending number, stably. O(n).
  private static func order(of numbers: [UInt64]) -> [UInt32] {
    var sort = RadixSort(capacity: numbers.count)
    for (index, number) in numbers.enumerated() {
      (sort.keys[index], sort.payloads[index]) = (number, UInt32(truncatingIfNeeded: index))
    }
    sort.sort(count: numbers.count, greatest: numbers.max() ?? 0)
    return withExtendedLifetime(sort) { Array(sort.payloads) }
  }

  /// Checks that nodes ascend by rank, and that no point is the center of two.
  ///
  /// - Parameter areDifferent: whether points are known to be the centers of at most one, as those are that are handed out once.
  /// - Throws: `ClusteringError` for unequal columns or another order.
  package func validate(areDifferent: Bool = false) throws {
    let lengths = [keys.count, contents.count, x.count, y.count, counts.count, weights?.count ?? count]
    guard lengths.allSatisfy({ $0 == count }) else {
      throw ClusteringError(.unequalColumns, "\(count) points beside \(lengths)")
    }
    guard count < 2 || (1..<count).allSatisfy({ precedes($0 - 1, $0) }) else {
      throw ClusteringError(.inconsistentShards, "the nodes do not ascend by rank")
    }
    guard counts.allSatisfy({ $0 > 0 }), areDifferent || haveDifferentPoints else {
      throw ClusteringError(.inconsistentShards, "a node is empty, or a point is the center of two")
    }
  }

  private var haveDifferentPoints: Bool {
    let order = Self.order(of: points)
    return zip(order, order.dropFirst()).allSatisfy { points[Int($0)] < points[Int($1)] }
  }
}

extension ArraySlice<UInt32> {
  /// The elements of a column at these indices.
  fileprivate func of<Value: BitwiseCopyable>(_ column: [Value]) -> [Value] {
    [Value](unsafeUninitializedCapacity: count) { elements, initialized in
      for index in self {
        elements.initializeElement(at: initialized, to: column[Int(index)])
        initialized += 1
      }
    }
  }
}
