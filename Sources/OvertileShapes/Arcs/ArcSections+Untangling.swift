import MapMath
import OvertileCore

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
  mutating func untangle(
    _ sections: Level, tolerance: Double, level: UInt8, steps: Int, threads: Int, _ check: () throws -> Void
  ) throws -> Bool {
    let fresh = zip(sections.starts, sections.areNew).filter(\.1).map(\.0)
    guard !fresh.isEmpty else { return true }
    if sections.hasNewArcs { searched = nil }
    let index = index(sections.starts)
    return try withColumns { columns in
      var search = ConflictSearch(columns, index, steps: steps)
      var fresh = fresh
      search.mark(fresh)
      var found = try search.all(threads: threads, check)
      while search.areStepsEnough, !found.isEmpty {
        search.unmark(fresh)
        fresh.removeAll(keepingCapacity: true)
        for start in found where columns.deviations[Int(start)] >= 0 {
          columns.bringBack(Int(start), tolerance: tolerance, level: level, into: &fresh)
        }
        search.mark(fresh)
        found = try search.conflicts(of: fresh, check)
      }
      return search.areStepsEnough
    }
  }

  /// The sections of a level in a tree: those of an earlier one if few were cut since, as the tree finds the parts of a
  /// section by the section's box.
  private mutating func index(_ starts: [Int32]) -> SectionIndex {
    if let index = searched, starts.count < index.starts.count * Self.growth { return index }
    // Arcs follow each other along a curve, and so do their sections.
    let index = withColumns { columns in
      var boxes: [WorldBounds] = []
      boxes.reserveCapacity(BoxTree.boxCount(items: starts.count))
      for start in starts { boxes.append(columns.box(Int(start))) }
      return SectionIndex(
        starts: starts, ends: starts.map { columns.ends[Int($0)] }, tree: BoxTree(inOrder: boxes))
    }
    searched = index
    return index
  }

  /// How many times as many sections as it was made of a tree serves.
  private static let growth = 2
}

/// Sections of arcs by their boxes.
struct SectionIndex: Sendable {
  /// Per section: its beginning and its end.
  let starts: [Int32]
  let ends: [Int32]
  let tree: BoxTree
}
