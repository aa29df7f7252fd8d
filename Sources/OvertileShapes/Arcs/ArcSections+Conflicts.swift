import OvertileCore

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
      guard arcs.bounds(of: Range(first)).meets(arcs.bounds(of: Range(second))) else { continue }
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

/// The search for sections of a level that are in conflict with another one, where one of the two at least is new.
struct ConflictSearch: Sendable {
  private let sections: ArcSections
  /// Per section of the level: its beginning, and its end, up to which it may have been cut since.
  private let starts: [Int32]
  private let ends: [Int32]
  /// The boxes around these.
  private let tree: BoxTree
  /// The beginnings of the sections that are new; and per position: whether it is one of them.
  private var fresh: [Int32] = []
  private var areFresh: [Bool]
  /// The steps that may still be made. Their number does not depend on the order in which sections are compared.
  private var steps: Int

  /// The number of searches between two checks.
  private static let searchesPerCheck = 4096
  /// The number of jobs for each thread: between two checks, and at least in all, if there are so many.
  private static let (jobsPerCheck, jobsPerThread) = (16, 64)

  /// Prepares for the sections of a level.
  init(_ sections: ArcSections, _ level: ArcSections.Level, steps: Int) {
    (self.sections, self.steps, starts) = (sections, steps, level.starts)
    ends = starts.map { sections.ends[Int($0)] }
    var boxes: [WorldBounds] = []
    boxes.reserveCapacity(BoxTree.boxCount(items: starts.count))
    for start in starts { boxes.append(sections.box(Int(start))) }
    // Arcs follow each other along a curve, and so do their sections.
    tree = BoxTree(inOrder: consume boxes)
    areFresh = [Bool](repeating: false, count: sections.levels.count)
    mark(level.fresh)
  }

  /// Whether no more steps were made than allowed; otherwise, what was found is incomplete.
  var areStepsEnough: Bool { steps >= 0 }

  /// Marks some sections as new, instead of those before.
  private mutating func mark(_ starts: [Int32]) {
    for start in fresh { areFresh[Int(start)] = false }
    for start in starts { areFresh[Int(start)] = true }
    fresh = starts
  }

  /// The sections of the level in conflict, in their order, before any has been cut. On all threads.
  mutating func all(threads: Int, _ check: () throws -> Void) throws -> [Int32] {
    let (sections, starts, tree, areFresh, limit) = (sections, starts, tree, areFresh, steps)
    // One of two is new, and one, perhaps the same, can be cut.
    let marks = tree.marks { item in
      let start = Int(starts[item])
      return (areFresh[start] ? 1 : 0) | (sections.deviations[start] >= 0 ? 2 : 0)
    }
    let jobs = tree.pairs(dividedInto: threads > 1 ? threads * Self.jobsPerThread : 1) { marks[$0] | marks[$1] == 3 }
    var found: Set<Int32> = []
    let wave = threads * Self.jobsPerCheck
    for first in stride(from: 0, to: jobs.count, by: wave) {
      try check()
      let results = ConcurrentParts.map(min(wave, jobs.count - first), threads: threads) { part in
        var conflicts = Conflicts(steps: limit)
        _ = tree.allPairsSatisfy(below: jobs[first + part], where: { marks[$0] | marks[$1] == 3 }) { one, other in
          let (one, other) = (Int(starts[one]), Int(starts[other]))
          if one != other, areFresh[one] || areFresh[other] { conflicts.add(one, other, of: sections) }
          return conflicts.steps >= 0
        }
        return conflicts
      }
      for conflicts in results {
        found.formUnion(conflicts.found)
        steps -= limit - conflicts.steps
      }
      guard steps >= 0 else { break }
    }
    return found.sorted()
  }

  /// The sections in conflict with some new ones, and those of these that are; in their order.
  mutating func conflicts(of fresh: [Int32], _ check: () throws -> Void) throws -> [Int32] {
    mark(fresh)
    var conflicts = Conflicts(steps: steps)
    for (rank, start) in fresh.enumerated() where conflicts.steps >= 0 {
      if rank % Self.searchesPerCheck == 0 { try check() }
      let one = Int(start)
      _ = tree.allSatisfy(meeting: sections.box(one)) { item in
        var other = Int(starts[item])
        while other != Int(ends[item]) {
          // A pair that is searched from both comes from the first.
          if other != one, !areFresh[other] || other > one { conflicts.add(one, other, of: sections) }
          other = Int(sections.ends[other])
        }
        return conflicts.steps >= 0
      }
    }
    steps = conflicts.steps
    return conflicts.found.sorted()
  }
}

/// The sections that were found to be in conflict, and the steps that may still be made.
private struct Conflicts: Sendable {
  var found: Set<Int32> = []
  var steps: Int

  /// Compares two sections.
  @inline(__always)
  mutating func add(_ one: Int, _ other: Int, of sections: ArcSections) {
    let (first, second) = (min(one, other), max(one, other))
    let cuts = sections.cuts(first, second, steps: &steps)
    if cuts.one { found.insert(Int32(first)) }
    if cuts.other { found.insert(Int32(second)) }
  }
}
