/// How much work the repair of one shape may be.
///
/// Repair takes time and memory by the positions and, above all, by the places where segments cross: a ring through 4,000
/// random places has 1.8 million, and took two minutes and 3.5 GB.
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

  /// Pairs of segments whose rectangles meet that are looked at for each crossing allowed.
  private static let pairsPerCrossing = 5_000

  /// The most pairs of segments whose rectangles meet: what finding out takes, whether there are crossings or not.
  var closePairs: Int {
    let (pairs, overflow) = max(crossings, 1).multipliedReportingOverflow(by: Self.pairsPerCrossing)
    return overflow ? .max : pairs
  }
}
