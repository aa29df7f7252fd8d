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

  /// Adds all nodes of other columns.
  package mutating func append(_ other: ShardNodes) {
    for node in 0..<other.count { append(node, of: other) }
  }

  /// Whether a node has a smaller rank than another.
  @inline(__always)
  package func precedes(_ a: Int, _ b: Int) -> Bool {
    if keys[a] != keys[b] { return keys[a] < keys[b] }
    if contents[a] != contents[b] { return contents[a] < contents[b] }
    return points[a] < points[b]
  }

  /// The nodes by ascending rank. O(n log n).
  package func sorted() -> ShardNodes {
    let order = (0..<count).sorted(by: precedes)
    var sorted = ShardNodes(hasWeights: weights != nil)
    for node in order { sorted.append(node, of: self) }
    return sorted
  }

  /// Checks that nodes ascend by rank, and that no point is the center of two.
  ///
  /// - Throws: `ClusteringError` for unequal columns or another order.
  package func validate() throws {
    let lengths = [keys.count, contents.count, x.count, y.count, counts.count, weights?.count ?? count]
    guard lengths.allSatisfy({ $0 == count }) else {
      throw ClusteringError(.unequalColumns, "\(count) points beside \(lengths)")
    }
    guard count < 2 || (1..<count).allSatisfy({ precedes($0 - 1, $0) }) else {
      throw ClusteringError(.inconsistentShards, "the nodes do not ascend by rank")
    }
    guard counts.allSatisfy({ $0 > 0 }), Set(points).count == count else {
      throw ClusteringError(.inconsistentShards, "a node is empty, or a point is the center of two")
    }
  }
}
