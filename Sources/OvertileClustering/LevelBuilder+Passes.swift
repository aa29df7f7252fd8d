/// Clusters of at least three points: centers are nodes with enough points in reach, and the remaining nodes are tried
/// again.
extension LevelBuilder {
  /// The number of passes over the remaining nodes.
  static let passes = 4

  /// Chooses centers and their members among the slots of `radix.payloads`, which are in the order of priority.
  ///
  /// Leaves the states and the nearest centers that `findClusters` needs. A pass is one run through the slots that are
  /// in no group yet: it has the same result as the synchronous rounds, for the reason in `selectCenters`. The first of
  /// the eligible nodes always covers all of its reach, so every pass but an idle one makes a group.
  func selectCrowds(count active: Int, scale: CellScale) {
    var left = Array(radix.payloads[..<active])
    let decided = ScratchBuffer<Bool>(count: count)
    decided.elements.initialize(repeating: false)
    let eligible = ScratchBuffer<Bool>(count: count)
    eligible.elements.initialize(repeating: false)
    let crowds = CrowdSearch(builder: self, scale: scale, decided: decided.elements, eligible: eligible.elements)
    var pass = 0
    while crowds.findEligible(left) > 0 {
      guard pass < Self.passes else {
        unfinishedCount += left.count { eligible.elements[Int($0)] }
        break
      }
      pass += 1
      crowds.selectCenters(left)
      decide(left, decided.elements)
      left.removeAll { decided.elements[Int($0)] }
    }
    for slot in left { states[Int(slot)] = .alone }
  }

  /// Settles the groups of a pass that hold enough points.
  private func decide(_ left: [UInt32], _ decided: UnsafeMutableBufferPointer<Bool>) {
    for slot in left {
      let center = nearest[Int(slot)]
      if center != NodeColumns.none { memberPoints[Int(center)] &+= pointCount(of: Int(slot)) }
    }
    for slot in left where states[Int(slot)] == .center {
      let joined = Int(memberPoints[Int(slot)])
      decided[Int(slot)] = joined > 0 && joined + Int(pointCount(of: Int(slot))) >= options.minPoints
      memberPoints[Int(slot)] = 0
    }
    for slot in left {
      let center = nearest[Int(slot)]
      guard center != NodeColumns.none, decided[Int(center)] else { continue }
      decided[Int(slot)] = true
      states[Int(slot)] = states[Int(slot)].passed
    }
  }
}

/// The search for centers among nodes that are in no group yet.
private struct CrowdSearch {
  let builder: LevelBuilder
  let scale: CellScale
  /// Per slot: whether it is in a group.
  let decided: UnsafeMutableBufferPointer<Bool>
  /// Per slot: whether it can be a center in this pass.
  let eligible: UnsafeMutableBufferPointer<Bool>

  /// Opens the slots, and finds those with another node in reach and `minPoints` points, their own included.
  ///
  /// - Returns: how many there are.
  func findEligible(_ left: [UInt32]) -> Int {
    var found = 0
    var crowded = [Bool?](repeating: nil, count: builder.neighborhoods.count)
    var last: (position: GridPosition, isEligible: Bool)?
    for slot in left {
      let slot = Int(slot)
      builder.states[slot] = .open
      builder.nearest[slot] = NodeColumns.none
      let position = builder.positions[slot]
      // Nodes at one position have one reach. Many of them often follow each other.
      if let last, last.position.x == position.x, last.position.y == position.y {
        eligible[slot] = last.isEligible
      } else {
        let number = Int(builder.neighborhoodOf[slot])
        let isCrowded = crowded[number] ?? isCrowd(builder.neighborhoods[number])
        crowded[number] = isCrowded
        eligible[slot] = isCrowded && hasCrowd(slot)
      }
      last = (position, eligible[slot])
      if eligible[slot] { found += 1 }
    }
    return found
  }

  private func hasCrowd(_ slot: Int) -> Bool {
    let (position, least) = (builder.positions[slot], builder.options.minPoints)
    let around = builder.neighborhoods[Int(builder.neighborhoodOf[slot])]
    var points = 0
    var nodes = 0
    return !around.allSlots { other in
      guard !decided[other], let distance = position.squaredDistance(to: builder.positions[other]),
        distance <= scale.reachSquared
      else { return true }
      nodes += 1
      points += Int(builder.pointCount(of: other))
      return points < least || nodes < 2
    }
  }

  /// Whether some cells hold enough points at all.
  private func isCrowd(_ around: Neighborhood) -> Bool {
    var points = 0
    return !around.allSlots { other in
      if !decided[other] { points += Int(builder.pointCount(of: other)) }
      return points < builder.options.minPoints
    }
  }

  /// Makes centers of eligible slots in the order of priority; each covers the nodes in its reach.
  func selectCenters(_ left: [UInt32]) {
    let partsPerCell = Int(scale.parts * scale.parts)
    var isUndecidedPart = [Bool](repeating: false, count: builder.neighborhoods.count * partsPerCell)
    var neighbors: [Int] = []
    for slot in left {
      let slot = Int(slot)
      if builder.states[slot] != .open {
        builder.states[slot] = builder.states[slot].passed
        continue
      }
      guard eligible[slot] else { continue }
      let part = Int(builder.neighborhoodOf[slot]) * partsPerCell + scale.part(of: builder.positions[slot])
      if !isUndecidedPart[part], let round = centerRound(of: slot, &neighbors) {
        cover(neighbors, from: slot, round: round)
      } else {
        builder.states[slot] = .undecided
        isUndecidedPart[part] = true
      }
    }
  }

  /// The round in which an eligible node that is not covered becomes a center, or nil; collects the nodes in its reach
  /// on the way.
  private func centerRound(of slot: Int, _ neighbors: inout [Int]) -> UInt8? {
    neighbors.removeAll(keepingCapacity: true)
    let position = builder.positions[slot]
    var round: UInt8 = 1
    let isFree = builder.neighborhoods[Int(builder.neighborhoodOf[slot])].allSlots { other in
      guard other != slot, !decided[other], let distance = position.squaredDistance(to: builder.positions[other]),
        distance <= scale.reachSquared
      else { return true }
      let state = builder.states[other]
      if eligible[other], state.isPassed {
        if state == .undecided { return false }
        round = max(round, state.round &+ 1)
      }
      neighbors.append(other)
      return true
    }
    return isFree && round <= LevelBuilder.rounds ? round : nil
  }

  /// Makes a node a center. The nodes in its reach join it unless a center of higher priority was there first.
  private func cover(_ neighbors: [Int], from slot: Int, round: UInt8) {
    builder.states[slot] = .center
    builder.memberPoints[slot] = 0
    for other in neighbors {
      let state = builder.states[other]
      if !state.isPassed, state == .open || state.round > round { builder.states[other] = .covered(round: round) }
      if builder.nearest[other] == NodeColumns.none { builder.nearest[other] = UInt32(truncatingIfNeeded: slot) }
    }
  }
}
