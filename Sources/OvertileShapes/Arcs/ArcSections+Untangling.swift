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
    let starts = sections.starts
    var fresh = zip(starts, sections.areNew).filter(\.1).map(\.0)
    guard !fresh.isEmpty else { return true }
    let firstEnds = starts.map { ends[Int($0)] }
    let tree = BoxTree(starts.map { box(Int($0)) })
    var isFresh = [Bool](repeating: false, count: arcs.x.count)
    while !fresh.isEmpty {
      for start in fresh { isFresh[Int(start)] = true }
      var found: Set<Int32> = []
      for (rank, start) in fresh.enumerated() {
        if rank % Self.perCheck == 0 { try check() }
        guard steps >= 0 else { return false }
        let one = Int(start)
        _ = tree.allSatisfy(meeting: box(one)) { item in
          var other = Int(starts[item])
          while other != Int(firstEnds[item]) {
            if other != one, !isFresh[other] || other > one {
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
    }
    return true
  }

  /// The number of sections between two checks.
  private static let perCheck = 4096
}
