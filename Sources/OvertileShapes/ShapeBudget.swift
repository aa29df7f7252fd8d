/// The limit on the work to repair one shape.
///
/// Repair needs time and memory in proportion to the positions and, above all, to the crossings of segments: a ring
/// through 4,000 random positions has 1.8 million, and needed two minutes and 3.5 GB.
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

  /// Pairs of segments whose rectangles meet that are examined for each crossing allowed.
  private static let pairsPerCrossing = 5_000

  /// The most pairs of segments whose rectangles meet: the cost of the examination, whether there are crossings or not.
  var closePairs: Int {
    let (pairs, overflow) = max(crossings, 1).multipliedReportingOverflow(by: Self.pairsPerCrossing)
    return overflow ? .max : pairs
  }
}
