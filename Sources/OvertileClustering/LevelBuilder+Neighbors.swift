extension LevelBuilder {
  /// A neighborhood with more slots than this is not searched for pairs: all nodes of its cell count as having neighbors.
  ///
  /// Only speed depends on it: a node that turns out to have none becomes a center without members and stays unchanged.
  private static let crowd = 24

  /// Marks the nodes that have no neighbor as alone and collects the others.
  ///
  /// Uses `radix.keys` as the slots' cells. Leaves the collected slots as `radix.payloads` with their ranks as keys,
  /// opens their states and notes their neighborhoods.
  ///
  /// - Returns: how many there are.
  func findNodesWithNeighbors(_ scale: CellScale) -> Int {
    neighborhoods.removeAll(keepingCapacity: true)
    let cells = UnsafeBufferPointer(rebasing: radix.keys[..<count])
    let positions = UnsafeBufferPointer(rebasing: positions[..<count])
    var sweep = NeighborhoodSweep(cells: cells, columns: scale.columns)
    var active = 0
    var first = 0
    while first < count {
      let cell = cells[first]
      var end = first + 1
      while end < count, cells[end] == cell { end += 1 }
      let around = sweep.neighborhood(of: cell, column: scale.column(of: positions[first]))
      let slots = around.slotCount
      if slots == 1 {
        states[first] = .alone
      } else {
        let isCrowded = slots > Self.crowd
        let before = active
        for slot in first..<end {
          if isCrowded || Self.hasNeighbor(slot, around, positions, scale) {
            open(slot, &active)
          } else {
            states[slot] = .alone
          }
        }
        if active > before { neighborhoods.append(around) }
      }
      first = end
    }
    radix.exchange()
    return active
  }

  @inline(__always)
  private static func hasNeighbor(
    _ slot: Int, _ around: Neighborhood, _ positions: UnsafeBufferPointer<GridPosition>, _ scale: CellScale
  ) -> Bool {
    let position = positions[slot]
    return !around.allSlots { other in
      guard other != slot, let distance = position.squaredDistance(to: positions[other]) else { return true }
      return distance > scale.reachSquared
    }
  }

  @inline(__always)
  private func open(_ slot: Int, _ active: inout Int) {
    states[slot] = .open
    nearestDistances[slot] = .max
    neighborhoodOf[slot] = UInt32(truncatingIfNeeded: neighborhoods.count)
    radix.spareKeys[active] = UInt64(tags[slot].rank)
    radix.sparePayloads[active] = UInt32(truncatingIfNeeded: slot)
    active += 1
  }

  /// Sorts the collected slots by priority: descending weight, then ascending rank.
  func sortByPriority(count active: Int) {
    radix.sort(count: active, greatest: UInt64(pointCount - 1))
    var greatest: UInt64 = 0
    for turn in 0..<active {
      let weight = tags[Int(radix.payloads[turn])].weight
      radix.keys[turn] = weight
      greatest = max(greatest, weight)
    }
    for turn in 0..<active { radix.keys[turn] = greatest &- radix.keys[turn] }
    radix.sort(count: active, greatest: greatest)
  }
}
