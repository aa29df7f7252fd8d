import MapMath

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
  ///   - check: called now and then; its error ends the work.
  /// - Returns: whether the steps were enough.
  mutating func untangle(
    _ sections: Level, tolerance: Double, level: UInt8, steps: Int, _ check: () throws -> Void
  ) throws -> Bool {
    var steps = steps
    var fresh = zip(sections.starts, sections.areNew).filter(\.1).map(\.0)
    guard !fresh.isEmpty else { return true }
    let index = index(sections.starts)
    var isFresh = [Bool](repeating: false, count: arcs.x.count)
    // One of a pair must be new, and one can be cut: the rarer ones are searched from.
    let old = zip(sections.starts, sections.areNew).filter { !$1 && deviations[Int($0)] >= 0 }.map(\.0)
    var isFromCut = old.count < fresh.count { deviations[Int($0)] < 0 }
    while !fresh.isEmpty {
      for start in fresh { isFresh[Int(start)] = true }
      var found: Set<Int32> = []
      let searched = isFromCut ? fresh.filter { deviations[Int($0)] >= 0 } + old : fresh
      for (rank, start) in searched.enumerated() {
        if rank % Self.perCheck == 0 { try check() }
        guard steps >= 0 else { return false }
        let one = Int(start)
        let isNew = isFresh[one]
        _ = index.tree.allSatisfy(meeting: box(one)) { item in
          var other = Int(index.starts[item])
          while other != Int(index.ends[item]) {
            let isPlain = isFromCut && deviations[other] < 0
            // A pair that is searched from both comes from the first.
            if other != one, isFresh[other] ? isPlain || (isNew && other > one) : isNew {
              let cuts = cuts(one, other, steps: &steps)
              if cuts.one { found.insert(start) }
              if cuts.other { found.insert(Int32(other)) }
            }
            other = Int(ends[other])
          }
          return steps >= 0
        }
      }
      for start in fresh { isFresh[Int(start)] = false }
      fresh.removeAll(keepingCapacity: true)
      for start in found.sorted() where deviations[Int(start)] >= 0 {
        bringBack(Int(start), tolerance: tolerance, level: level, into: &fresh)
      }
      isFromCut = false
    }
    return true
  }

  /// The sections of a level in a tree: those of an earlier one if few were cut since, as the tree finds the parts of a
  /// section by the section's box.
  private mutating func index(_ starts: [Int32]) -> SectionIndex {
    if let index = searched, starts.count < index.starts.count * Self.growth { return index }
    let index = SectionIndex(
      starts: starts, ends: starts.map { ends[Int($0)] }, tree: BoxTree(starts.map { box(Int($0)) }))
    searched = index
    return index
  }

  /// How many times as many sections as it was made of a tree serves.
  private static let growth = 2

  /// The number of sections between two checks.
  private static let perCheck = 4096
}

/// Sections of arcs by their boxes.
struct SectionIndex {
  /// Per section: its beginning and its end.
  let starts: [Int32]
  let ends: [Int32]
  let tree: BoxTree
}
