import MapMath

/// Conflicts of two sections, whose segments do not meet as the arcs do.
extension ArcSections {
  /// Which of two sections has to be cut; none if they are in order, or cannot be cut any further.
  ///
  /// Segments that cross, overlap or are equal: the section that deviates more; both if they deviate alike. A position
  /// drawn on the other side of a section's segment than of the section itself: that section. Sections of arcs that
  /// cross each other may do so.
  ///
  /// - Parameter steps: the number of steps that may still be made; those made are subtracted.
  func cuts(_ one: Int, _ other: Int, steps: inout Int) -> (one: Bool, other: Bool) {
    steps -= 1
    let (first, second) = (deviations[one], deviations[other])
    guard first >= 0 || second >= 0, box(one).meets(box(other)) else { return (false, false) }
    var result = (one: false, other: false)
    if meet(segment(one), segment(other)) { result = (first >= second, second >= first) }
    result.one = result.one || passes(one, anEndOf: other)
    result.other = result.other || passes(other, anEndOf: one)
    guard result.one || result.other else { return result }
    return doCross(one...Int(ends[one]), other...Int(ends[other]), steps: &steps) ? (false, false) : result
  }

  /// Whether a segment of one part of the arcs crosses one of another at a position that is an end of neither. The boxes around
  /// their halves are compared, then those of their halves: O(n log n) for parts that lie side by side.
  ///
  /// - Parameter steps: the number of positions that may still be examined; the examined ones are subtracted.
  private func doCross(_ one: ClosedRange<Int>, _ other: ClosedRange<Int>, steps: inout Int) -> Bool {
    var pairs = [(one, other)]
    while let (first, second) = pairs.popLast() {
      steps -= first.count + second.count
      guard arcs.bounds(of: first).meets(arcs.bounds(of: second)) else { continue }
      if first.count == 2, second.count == 2 {
        let segment = SegmentContact.Segment(arcs.x, arcs.y, first.lowerBound)
        if SegmentContact.crossAmid(segment, SegmentContact.Segment(arcs.x, arcs.y, second.lowerBound)) { return true }
        continue
      }
      let longer = first.count >= second.count ? first : second
      let middle = longer.lowerBound + (longer.upperBound - longer.lowerBound) / 2
      let halves = [longer.lowerBound...middle, middle...longer.upperBound]
      for half in halves { pairs.append(first.count >= second.count ? (half, second) : (first, half)) }
    }
    return false
  }

  private func meet(_ one: SegmentContact.Segment, _ other: SegmentContact.Segment) -> Bool {
    if one.ends(atX: other.ax, y: other.ay), one.ends(atX: other.bx, y: other.by) { return true }
    return SegmentContact.crossInside(one, other)
  }

  /// Whether an end of another section lies between a section and its segment.
  private func passes(_ start: Int, anEndOf other: Int) -> Bool {
    deviations[start] > 0 && (passes(start, other) || passes(start, Int(ends[other])))
  }

  private func passes(_ start: Int, _ position: Int) -> Bool {
    let (px, py) = (arcs.x[position], arcs.y[position])
    let segment = segment(start)
    guard !segment.ends(atX: px, y: py) else { return false }
    let reach = deviations[start] + 1
    let (dx, dy) = (segment.bx - segment.ax, segment.by - segment.ay)
    let turn = dx * (py - segment.ay) - dy * (px - segment.ax)
    guard segment.box.grown(by: reach).contains(x: px, y: py),
      turn * turn <= reach * reach * (dx * dx + dy * dy)
    else { return false }
    return isBetween(start, px, py)
  }

  /// Whether a position is inside the ring of a section and its segment; not if it is on either.
  private func isBetween(_ start: Int, _ px: Double, _ py: Double) -> Bool {
    let end = Int(ends[start])
    return SegmentContact.isInside(x: px, y: py, ringOf: start..<end + 1) { index in
      let next = index == end ? start : index + 1
      return SegmentContact.Segment(ax: arcs.x[index], ay: arcs.y[index], bx: arcs.x[next], by: arcs.y[next])
    } == true
  }
}

/// Bringing positions back where the segments of a level do not meet as the arcs do.
extension ArcSections {
  /// Cuts sections until none is in conflict with another, in rounds: all sections that are in conflict in a round are cut
  /// together, so that neither their order nor sections elsewhere matter.
  ///
  /// O(n log n) in the sections, and the pairs whose boxes meet. Sections that are not new are not compared with each
  /// other: they were at the level before.
  ///
  /// - Parameters:
  ///   - steps: the number of steps that may be made.
  ///   - threads: the most threads that compare sections.
  ///   - check: called now and then; its error ends the work.
  /// - Returns: whether the steps were enough.
  func untangle(
    _ sections: Level, tolerance: Double, level: UInt8, steps: Int, threads: Int, _ check: () throws -> Void
  ) throws -> Bool {
    if sections.fresh.isEmpty { return true }
    var search = ConflictSearch(self, sections, steps: steps)
    var found = try search.all(threads: threads, check)
    while search.areStepsEnough, !found.isEmpty {
      var fresh: [Int32] = []
      for start in found where deviations[Int(start)] >= 0 {
        bringBack(Int(start), tolerance: tolerance, level: level, into: &fresh)
      }
      found = try search.conflicts(of: fresh, check)
    }
    return search.areStepsEnough
  }
}
