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
