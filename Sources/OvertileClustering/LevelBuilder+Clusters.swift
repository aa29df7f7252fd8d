extension LevelBuilder {
  /// Lets the covered nodes join their nearest centers and keeps the centers that reach `minPoints` with them.
  ///
  /// Leaves those centers' slots as `radix.payloads` in the order of rank, and their ordinals there as `nearest`; the other
  /// centers' `nearest` is none.
  ///
  /// - Returns: how many there are.
  func findClusters() -> Int {
    let slots = UnsafeBufferPointer(rebasing: ids[..<count])
    nodes.counts.withUnsafeBufferPointer { counts in
      for slot in slots.indices where states[slot].isCovered {
        memberPoints[Int(nearest[slot])] &+= counts[Int(slots[slot])]
      }
    }
    var found = 0
    for slot in 0..<count where states[slot] == .center {
      nearest[slot] = NodeColumns.none
      let node = Int(ids[slot])
      let joined = Int(memberPoints[slot])
      guard joined > 0, joined + Int(nodes.counts[node]) >= options.minPoints else { continue }
      radix.keys[found] = UInt64(nodes.ranks[node])
      radix.payloads[found] = UInt32(truncatingIfNeeded: slot)
      found += 1
    }
    radix.sort(count: found, greatest: UInt64(pointCount - 1))
    for ordinal in 0..<found { nearest[Int(radix.payloads[ordinal])] = UInt32(truncatingIfNeeded: ordinal) }
    return found
  }

  /// Adds the clusters of the centers that `findClusters` left, and makes them the parents of their nodes.
  func makeClusters(count clusterCount: Int, zoom: Int) {
    let firstCluster = nodes.count
    for ordinal in 0..<clusterCount {
      let center = Int(radix.payloads[ordinal])
      let node = Int(ids[center])
      let points = nodes.counts[node] + memberPoints[center]
      nodes.append(positions[center], count: points, rank: nodes.ranks[node], zoom: UInt8(zoom))
    }
    let slots = UnsafeBufferPointer(rebasing: ids[..<count])
    nodes.parents.withUnsafeMutableBufferPointer { parents in
      forEachMerged(slots) { node, _, _, ordinal in
        parents[node] = UInt32(truncatingIfNeeded: firstCluster + ordinal)
      }
    }
    if nodes.weights != nil { sumWeights(slots, count: clusterCount) }
    if options.position == .centroid { moveToCentroids(slots, firstCluster: firstCluster) }
  }

  /// Adds the new clusters' weights.
  private func sumWeights(_ slots: UnsafeBufferPointer<UInt32>, count clusterCount: Int) {
    var sums = [UInt64](repeating: 0, count: clusterCount)
    forEachMerged(slots) { node, _, _, ordinal in sums[ordinal] += nodes.weight(node) }
    nodes.weights?.append(contentsOf: sums)
  }

  /// Moves the new clusters from their centers to the means of their nodes.
  ///
  /// If all nodes of a cluster weigh nothing, their counts replace the weights.
  private func moveToCentroids(_ slots: UnsafeBufferPointer<UInt32>, firstCluster: Int) {
    var means = [PositionMean](repeating: PositionMean(), count: nodes.count - firstCluster)
    let weights = nodes.weights
    nodes.counts.withUnsafeBufferPointer { counts in
      forEachMerged(slots) { node, slot, center, ordinal in
        var weight = UInt64(counts[node])
        if let weights, weights[firstCluster + ordinal] > 0 { weight = weights[node] }
        means[ordinal].add(positions[slot], weight: weight, center: positions[center])
      }
    }
    for ordinal in means.indices {
      let mean = means[ordinal].position(center: positions[Int(radix.payloads[ordinal])])
      nodes.x[firstCluster + ordinal] = mean.x
      nodes.y[firstCluster + ordinal] = mean.y
    }
  }

  /// Calls a closure for every node that becomes part of a new cluster, its center included.
  @inline(__always)
  private func forEachMerged(
    _ slots: UnsafeBufferPointer<UInt32>, _ body: (_ node: Int, _ slot: Int, _ center: Int, _ ordinal: Int) -> Void
  ) {
    for slot in slots.indices {
      let state = states[slot]
      guard state == .center || state.isCovered else { continue }
      let center = state == .center ? slot : Int(nearest[slot])
      let ordinal = nearest[center]
      guard ordinal != NodeColumns.none else { continue }
      body(Int(slots[slot]), slot, center, Int(ordinal))
    }
  }
}
