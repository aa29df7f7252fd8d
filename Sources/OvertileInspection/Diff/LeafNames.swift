/// Names leaves by id and by rank among leaves with the same id, in the order of the file.
struct LeafNames {
  /// Per leaf: its rank among those with its id.
  private var ordinals: [UInt32]

  /// Collects the leaves' ids. O(n log n).
  init(_ ids: [UInt64]) {
    // The leaves by id, then by index.
    let order = ids.indices.map { UInt32($0) }.sorted { a, b in
      let (first, second) = (ids[Int(a)], ids[Int(b)])
      return first == second ? a < b : first < second
    }
    ordinals = Array(repeating: 0, count: ids.count)
    for (leaf, next) in zip(order, order.dropFirst()) where ids[Int(leaf)] == ids[Int(next)] {
      ordinals[Int(next)] = ordinals[Int(leaf)] + 1
    }
  }

  /// The rank of a leaf among those with its id.
  func ordinal(of leaf: Int) -> UInt32 { ordinals[leaf] }
}
