extension LevelBuilder {
  /// Lets the covered nodes join their nearest centers and keeps the centers that reach `minPoints` with them.
  ///
  /// Numbers those centers in the order of their slots, as their `nearest`; the other centers' `nearest` is none. Leaves
  /// their ranks as `radix.keys`, ascending, with their numbers as payloads.
  ///
  /// - Returns: how many there are.
  func findClusters() -> Int {
    let (states, nearest, tags, memberPoints) = (states, nearest, tags, memberPoints)
    UnsafeMutableBufferPointer(rebasing: memberPoints[..<count]).initialize(repeating: 0)
    for slot in 0..<count where states[slot].isCovered { memberPoints[Int(nearest[slot])] &+= pointCount(of: slot) }
    var found = 0
    for slot in 0..<count where states[slot] == .center {
      nearest[slot] = NodeColumns.none
      let joined = Int(memberPoints[slot])
      guard joined > 0 else { continue }
      if options.minPoints > 2, joined + Int(pointCount(of: slot)) < options.minPoints { continue }
      radix.keys[found] = UInt64(tags[slot].rank)
      radix.payloads[found] = UInt32(truncatingIfNeeded: found)
      nearest[slot] = UInt32(truncatingIfNeeded: found)
      found += 1
    }
    radix.sort(count: found, greatest: UInt64(pointCount - 1))
    return found
  }

  /// Adds the clusters of the centers that `findClusters` left, makes them the parents of their nodes, and puts them into
  /// their centers' slots; the slots of other merged nodes are dropped.
  func makeClusters(count clusterCount: Int, zoom: Int) {
    let firstCluster = nodes.count
    nodes.append(clusters: clusterCount, zoom: UInt8(zoom))
    let new = NewClusters(count: clusterCount)
    nodes.ranks.withUnsafeMutableBufferPointer { ranks in
      for ordinal in 0..<clusterCount {
        ranks[firstCluster + ordinal] = UInt32(truncatingIfNeeded: radix.keys[ordinal])
        new.nodes[Int(radix.payloads[ordinal])] = UInt32(truncatingIfNeeded: firstCluster + ordinal)
      }
    }
    merge(into: new)
    if nodes.weights != nil { weigh(new) }
    keepVisibleNodes(new)
  }

  /// Makes the new clusters the parents of their nodes, and adds their weights and positions.
  private func merge(into new: NewClusters) {
    let (tags, positions, weights, means) = (tags, positions, new.weights, new.means)
    let isMean = options.position == .mean
    nodes.parents.withUnsafeMutableBufferPointer { parents in
      forEachMerged { slot, center, number in
        let tag = tags[slot]
        parents[Int(tag.id)] = new.nodes[number]
        weights[number] &+= tag.weight
        if isMean { means[number].add(positions[slot], weight: tag.weight, center: positions[center]) }
      }
    }
  }

  /// Notes the new clusters' weights. If all nodes of a cluster weigh nothing, their counts replace the weights in its
  /// position.
  private func weigh(_ new: NewClusters) {
    for number in 0..<new.weights.count { nodes.weights?[Int(new.nodes[number])] = new.weights[number] }
    let (tags, positions, means) = (tags, positions, new.means)
    forEachMerged { slot, center, number in
      guard new.weights[number] == 0 else { return }
      means[number].add(
        positions[slot], weight: UInt64(nodes.counts[Int(tags[slot].id)]), center: positions[center])
    }
  }

  /// Drops the absorbed nodes and puts each new cluster, whose position and count are noted, into its center's slot.
  private func keepVisibleNodes(_ new: NewClusters) {
    let (nearest, tags, positions, states, memberPoints) = (nearest, tags, positions, states, memberPoints)
    let isMean = options.position == .mean
    let hasWeights = nodes.weights != nil
    var kept = 0
    // The columns do not grow here, so their memory stays where it is.
    let (x, y) = (nodes.x.withUnsafeMutableBufferPointer { $0 }, nodes.y.withUnsafeMutableBufferPointer { $0 })
    let counts = nodes.counts.withUnsafeMutableBufferPointer { $0 }
    let origins = nodes.origins.withUnsafeMutableBufferPointer { $0 }
    for slot in 0..<count {
      if states[slot].isCovered, nearest[Int(nearest[slot])] != NodeColumns.none { continue }
      var (position, tag) = (positions[slot], tags[slot])
      if states[slot] == .center, nearest[slot] != NodeColumns.none {
        let number = Int(nearest[slot])
        let node = Int(new.nodes[number])
        let points = hasWeights ? counts[Int(tag.id)] : UInt32(truncatingIfNeeded: tag.weight)
        counts[node] = points &+ memberPoints[slot]
        origins[node - pointCount] = position.x
        if isMean { position = new.means[number].position(center: position) }
        (x[node], y[node]) = (position.x, position.y)
        (tag.id, tag.weight) = (new.nodes[number], new.weights[number])
      }
      (positions[kept], tags[kept]) = (position, tag)
      kept += 1
    }
    count = kept
  }

  /// Calls a closure for every node that becomes part of a new cluster, its center included.
  @inline(__always)
  private func forEachMerged(_ body: (_ slot: Int, _ center: Int, _ number: Int) -> Void) {
    let (states, nearest) = (states, nearest)
    for slot in 0..<count {
      let state = states[slot]
      guard state == .center || state.isCovered else { continue }
      let center = state == .center ? slot : Int(nearest[slot])
      let number = nearest[center]
      guard number != NodeColumns.none else { continue }
      body(slot, center, Int(number))
    }
  }
}

/// The clusters of one level while they are made, numbered in the order of their centers' slots.
private struct NewClusters {
  private let words: ScratchBuffer<UInt32>
  private let sums: ScratchBuffer<UInt64>
  private let positions: ScratchBuffer<PositionMean>

  /// By number: the node.
  var nodes: UnsafeMutableBufferPointer<UInt32> { words.elements }
  /// By number: the weight.
  var weights: UnsafeMutableBufferPointer<UInt64> { sums.elements }
  /// By number: the mean of its nodes' positions.
  var means: UnsafeMutableBufferPointer<PositionMean> { positions.elements }

  init(count: Int) {
    (words, sums, positions) = (ScratchBuffer(count: count), ScratchBuffer(count: count), ScratchBuffer(count: count))
    weights.initialize(repeating: 0)
    means.initialize(repeating: PositionMean())
  }
}
