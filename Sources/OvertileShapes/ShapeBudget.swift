/// The limit on the work for one shape that is not plainly valid.
///
/// Repair needs time and memory in proportion to the positions and, above all, to the crossings of segments.
package struct ShapeBudget: Sendable, Hashable {
  /// The most crossings, overlaps and touches inside segments that are repaired.
  package var crossings: Int
  /// The most positions of a shape that is repaired.
  package var vertices: Int

  /// Makes a budget.
  package init(crossings: Int, vertices: Int) {
    self.crossings = crossings
    self.vertices = vertices
  }

  /// No bound.
  package static let unlimited = ShapeBudget(crossings: .max, vertices: .max)

  /// Pairs of segments whose rectangles meet for each crossing allowed, and for each position.
  private static let (pairsPerCrossing, pairsPerPosition) = (400, 64)

  /// The most pairs of segments whose rectangles meet in a shape of some positions that GEOS examines: it compares them
  /// whether they cross or not.
  func closePairs(positions: Int) -> Int {
    let (pairs, overflow) = max(crossings, 1).multipliedReportingOverflow(by: Self.pairsPerCrossing)
    return overflow ? .max : max(pairs, positions * Self.pairsPerPosition)
  }
}
