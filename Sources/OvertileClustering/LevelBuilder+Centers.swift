extension LevelBuilder {
  /// The number of rounds after which undecided nodes stay unchanged.
  static let rounds: UInt8 = 8

  /// Chooses the centers among slots in the order of priority, and finds each covered node's nearest center.
  ///
  /// One pass has the same result as the synchronous rounds. When a node's turn comes, all that precedes it is final: a
  /// center among its neighbors has covered it; failing that, it is a center one round after the last of its preceding
  /// neighbors was covered, provided that all of them were and that this round is one of the eight. Only nodes that are
  /// not covered look around, and of the undecided only the first in each part of a cell, since one preceding undecided
  /// neighbor is enough. So a node is examined a bounded number of times, however dense the points are.
  ///
  /// - Parameters:
  ///   - isEligible: whether the node in a slot can be a center; the others are not waited for.
  ///   - isLeft: whether the node in a slot is still to be covered.
  ///   - distance: the distance that counts for a squared distance.
  @inline(__always)
  func selectCenters(
    _ slots: some Sequence<UInt32>, _ scale: CellScale, isEligible: (Int) -> Bool = { _ in true },
    isLeft: (Int) -> Bool = { _ in true }, distance: (UInt64) -> UInt64 = { $0 }
  ) {
    let partsPerCell = Int(scale.parts * scale.parts)
    var isUndecidedPart = [Bool](repeating: false, count: neighborhoods.count * partsPerCell)
    var neighbors: [(slot: UInt32, distance: UInt64)] = []
    for slot in slots {
      let slot = Int(slot)
      if states[slot] != .open {
        states[slot] = states[slot].passed
        continue
      }
      guard isEligible(slot) else { continue }
      let part = Int(neighborhoodOf[slot]) * partsPerCell + scale.part(of: positions[slot])
      if !isUndecidedPart[part], let round = centerRound(of: slot, scale, &neighbors, isEligible, isLeft) {
        cover(neighbors, from: slot, round: round, distance)
      } else {
        states[slot] = .undecided
        isUndecidedPart[part] = true
      }
    }
  }

  /// The round in which an uncovered node becomes a center, or nil; collects its neighbors on the way.
  @inline(__always)
  private func centerRound(
    of slot: Int, _ scale: CellScale, _ neighbors: inout [(slot: UInt32, distance: UInt64)],
    _ isEligible: (Int) -> Bool, _ isLeft: (Int) -> Bool
  ) -> UInt8? {
    neighbors.removeAll(keepingCapacity: true)
    let position = positions[slot]
    var round: UInt8 = 1
    let isFree = neighborhoods[Int(neighborhoodOf[slot])].allSlots { other in
      guard isLeft(other), let distance = position.squaredDistance(to: positions[other]),
        distance <= scale.reachSquared, other != slot
      else { return true }
      let state = states[other]
      if state.isPassed, isEligible(other) {
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
  private func cover(
    _ neighbors: [(slot: UInt32, distance: UInt64)], from slot: Int, round: UInt8, _ counting: (UInt64) -> UInt64
  ) {
    states[slot] = .center
    memberPoints[slot] = 0
    for (other, squared) in neighbors {
      let (other, distance) = (Int(other), counting(squared))
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
