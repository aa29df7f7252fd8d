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
    let flags = ScratchBuffer<Bool>(count: 2 * count)
    flags.elements.initialize(repeating: false)
    let decided = UnsafeMutableBufferPointer(rebasing: flags.elements[..<count])
    let eligible = UnsafeMutableBufferPointer(rebasing: flags.elements[count...])
    defer { withExtendedLifetime(flags) {} }
    let crowds = CrowdSearch(builder: self, scale: scale, decided: decided, eligible: eligible)
    var pass = 0
    while crowds.findEligible(left) > 0 {
      guard pass < Self.passes else {
        unfinishedCount += left.count { eligible[Int($0)] }
        break
      }
      pass += 1
      // All centers are equally near, so that a node joins the first.
      selectCenters(
        left, scale, isEligible: { eligible[$0] }, isLeft: { !decided[$0] }, distance: { _ in 0 })
      decide(left, decided)
      left.removeAll { decided[Int($0)] }
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

/// The search for nodes that can be centers, among those that are in no group yet.
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
      (builder.nearest[slot], builder.nearestDistances[slot]) = (NodeColumns.none, .max)
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
}
