import OvertileCore

/// The search for sections of a level that are in conflict with another one, where one of the two at least is new.
struct ConflictSearch {
  private let columns: SectionColumns
  private let index: SectionIndex
  /// Per position: whether a section begins there that is new.
  private var areFresh: [Bool]
  /// The steps that may still be made. Their number does not depend on the order in which sections are compared.
  private var steps: Int

  /// The number of searches between two checks.
  private static let searchesPerCheck = 4096
  /// The number of jobs for each thread: between two checks, and at least in all, if there are so many.
  private static let (jobsPerCheck, jobsPerThread) = (16, 64)

  /// Prepares for some sections; none is new.
  init(_ columns: SectionColumns, _ index: SectionIndex, steps: Int) {
    (self.columns, self.index, self.steps) = (columns, index, steps)
    areFresh = [Bool](repeating: false, count: columns.x.count)
  }

  /// Whether no more steps were made than allowed; otherwise, what was found is incomplete.
  var areStepsEnough: Bool { steps >= 0 }

  /// Marks the sections from some positions as new.
  mutating func mark(_ starts: [Int32]) { for start in starts { areFresh[Int(start)] = true } }

  /// Marks the sections from some positions as no longer new.
  mutating func unmark(_ starts: [Int32]) { for start in starts { areFresh[Int(start)] = false } }

  /// The sections in conflict, in their order, where many are new. On all threads.
  mutating func all(threads: Int, _ check: () throws -> Void) throws -> [Int32] {
    let (columns, index, areFresh, limit) = (columns, index, areFresh, steps)
    let pairs = BoxPairs(index.tree) { item in
      var marks: UInt8 = 0
      index.forEachSection(of: item, columns) { start in
        marks |= (areFresh[start] ? 1 : 0) | (columns.deviations[start] >= 0 ? 2 : 0)
      }
      return marks
    }
    let jobs = pairs.divided(into: threads > 1 ? threads * Self.jobsPerThread : 1)
    var found: Set<Int32> = []
    let wave = threads * Self.jobsPerCheck
    for first in stride(from: 0, to: jobs.count, by: wave) {
      try check()
      let results = ConcurrentParts.map(min(wave, jobs.count - first), threads: threads) { part in
        var conflicts = Conflicts(steps: limit)
        pairs.forEachItem(below: jobs[first + part]) { one, other in
          conflicts.add(columns, index, areFresh, one, other)
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
    var conflicts = Conflicts(steps: steps)
    for (rank, start) in fresh.enumerated() where conflicts.steps >= 0 {
      if rank % Self.searchesPerCheck == 0 { try check() }
      let one = Int(start)
      _ = index.tree.allSatisfy(meeting: columns.box(one)) { item in
        index.forEachSection(of: item, columns) { other in
          // A pair that is searched from both comes from the first.
          if other != one, !areFresh[other] || other > one { conflicts.add(columns, one, other) }
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

  init(steps: Int) { self.steps = steps }

  /// Compares two sections.
  @inline(__always)
  mutating func add(_ columns: SectionColumns, _ one: Int, _ other: Int) {
    let (first, second) = (min(one, other), max(one, other))
    let cuts = columns.cuts(first, second, steps: &steps)
    if cuts.one { found.insert(Int32(first)) }
    if cuts.other { found.insert(Int32(second)) }
  }

  /// Compares the sections of two items, or those of one with each other.
  @inline(__always)
  mutating func add(_ columns: SectionColumns, _ index: SectionIndex, _ areFresh: [Bool], _ one: Int, _ other: Int) {
    index.forEachSection(of: one, columns) { first in
      let isFresh = areFresh[first]
      index.forEachSection(of: other, columns) { second in
        if isFresh || areFresh[second], one != other || first < second { add(columns, first, second) }
      }
    }
  }
}

extension SectionIndex {
  /// Calls back with the beginning of each section that an item consists of by now.
  @inline(__always)
  fileprivate func forEachSection(of item: Int, _ columns: SectionColumns, _ body: (Int) -> Void) {
    var start = Int(starts[item])
    let end = Int(ends[item])
    while start != end {
      body(start)
      start = Int(columns.ends[start])
    }
  }
}
