import OvertileCore

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
