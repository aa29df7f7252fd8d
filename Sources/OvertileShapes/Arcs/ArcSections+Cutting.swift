import OvertileCore

/// Cutting sections where they are farthest from their segments.
extension ArcSections {
  /// Makes the sections of an arc that no level has drawn: a line is one section, a closed arc three, so that rings keep
  /// an area.
  func begin(_ arc: Int, level: UInt8) {
    let positions = arcs.positions(ofRing: arc)
    let (first, last) = (positions.lowerBound, positions.upperBound - 1)
    (levels[first], levels[last]) = (level, level)
    ends[first] = Int32(last)
    measure(first, arc)
    guard arcs.x[first] == arcs.x[last], arcs.y[first] == arcs.y[last], deviations[first] >= 0 else { return }
    cut(first, arc, level: level)
    let second = Int(ends[first])
    let wider = deviations[first] >= deviations[second] ? first : second
    if deviations[wider] >= 0 { cut(wider, arc, level: level) }
  }

  /// Cuts a section until no part of it deviates more than a tolerance; adds the beginnings of all parts.
  func settle(_ start: Int, _ arc: Int, tolerance: Double, level: UInt8, into starts: inout [Int32]) {
    let end = Int(ends[start])
    var next = start
    while next != end {
      while deviations[next] > tolerance { cut(next, arc, level: level) }
      starts.append(Int32(next))
      next = Int(ends[next])
    }
  }

  /// Cuts a section once, and its parts if they deviate more than a tolerance; adds the beginnings of all parts.
  func bringBack(_ start: Int, tolerance: Double, level: UInt8, into starts: inout [Int32]) {
    let arc = arcs.ringEnds.partitioningIndex { $0 > start }
    cut(start, arc, level: level)
    let middle = Int(ends[start])
    settle(start, arc, tolerance: tolerance, level: level, into: &starts)
    settle(middle, arc, tolerance: tolerance, level: level, into: &starts)
  }

  /// Cuts the section from a position, which is not a segment of the source, into two.
  private func cut(_ start: Int, _ arc: Int, level: UInt8) {
    let middle = Int(cuts[start])
    levels[middle] = level
    ends[middle] = ends[start]
    ends[start] = Int32(middle)
    measure(start, arc)
    measure(middle, arc)
  }

  /// Finds where to cut the section from a position.
  private func measure(_ start: Int, _ arc: Int) {
    let end = Int(ends[start])
    guard end > start + 1 else {
      deviations[start] = -1
      return
    }
    let farthest = arcs.x.withUnsafeBufferPointer { x in
      arcs.y.withUnsafeBufferPointer { y in SectionScan.farthest(x, y, start, end) }
    }
    looks[arc] -= end - start
    cuts[start] = Int32(looks[arc] < 0 ? start + (end - start) / 2 : farthest.position)
    deviations[start] = farthest.distance
  }
}
