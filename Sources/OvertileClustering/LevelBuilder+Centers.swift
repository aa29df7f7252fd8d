extension LevelBuilder {
  /// The number of rounds after which undecided nodes stay unchanged.
  static let rounds: UInt8 = 8

  /// Chooses the centers among the slots of `radix.payloads`, which are in the order of priority, and finds each
  /// covered node's nearest center.
  ///
  /// One pass has the same result as the synchronous rounds. When a node's turn comes, all that precedes it is final: a
  /// center among its neighbors has covered it; failing that, it is a center one round after the last of its preceding
  /// neighbors was covered, provided that all of them were and that this round is one of the eight. Only nodes that are
  /// not covered look around, and of the undecided only the first in each part of a cell, since one preceding undecided
  /// neighbor is enough. So a node is examined a bounded number of times, however dense the points are.
  func selectCenters(count active: Int, scale: CellScale) {
    let partsPerCell = Int(scale.parts * scale.parts)
    var isUndecidedPart = [Bool](repeating: false, count: neighborhoods.count * partsPerCell)
    var neighbors: [(slot: UInt32, distance: UInt64)] = []
    let turns = radix.payloads
    for turn in 0..<active {
      let slot = Int(turns[turn])
      if states[slot] != .open {
        states[slot] = states[slot].passed
        continue
      }
      let part = Int(neighborhoodOf[slot]) * partsPerCell + scale.part(of: positions[slot])
      if isUndecidedPart[part] {
        states[slot] = .undecided
      } else if let round = centerRound(of: slot, scale, &neighbors) {
        cover(neighbors, from: slot, round: round)
      } else {
        states[slot] = .undecided
        isUndecidedPart[part] = true
      }
    }
  }

  /// The round in which an uncovered node becomes a center, or nil; collects its neighbors on the way.
  @inline(__always)
  private func centerRound(
    of slot: Int, _ scale: CellScale, _ neighbors: inout [(slot: UInt32, distance: UInt64)]
  ) -> UInt8? {
    neighbors.removeAll(keepingCapacity: true)
    let position = positions[slot]
    var round: UInt8 = 1
    let isFree = neighborhoods[Int(neighborhoodOf[slot])].allSlots { other in
      guard let distance = position.squaredDistance(to: positions[other]), distance <= scale.reachSquared,
        other != slot
      else { return true }
      let state = states[other]
      if state.isPassed {
        if state == .undecided { return false }
        round = max(round, state.round &+ 1)
      }
      neighbors.append((UInt32(truncatingIfNeeded: other), distance))
      return true
    }
    return isFree && round <= Self.rounds ? round : nil
  }

  /// Makes a node a center, which covers its neighbors and draws those that have no nearer center of higher priority.
  @inline(__always)
  private func cover(_ neighbors: [(slot: UInt32, distance: UInt64)], from slot: Int, round: UInt8) {
    states[slot] = .center
    memberPoints[slot] = 0
    for (other, distance) in neighbors {
      let other = Int(other)
      if !states[other].isPassed, states[other] == .open || states[other].round > round {
        states[other] = .covered(round: round)
      }
      if distance < nearestDistances[other] {
        nearestDistances[other] = distance
        nearest[other] = UInt32(truncatingIfNeeded: slot)
      }
    }
  }
}
