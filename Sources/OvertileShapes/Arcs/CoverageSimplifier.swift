/// Simplifies lines and polygons together, from the lowest zoom to higher ones: borders that they share stay shared.
///
/// The result depends on the set of shapes and the tolerances only, not on their order. It is within the tolerance of
/// the source, in both directions. Segments cross where the shapes do, and nowhere else; where dropping positions would
/// make segments cross or pass over a position, positions come back.
package struct CoverageSimplifier {
  let network: ArcNetwork
  private let sections: ArcSections
  /// Per arc: whether a level has drawn it.
  private var areDrawn: [Bool]
  /// The rings and lines that no level has drawn, among those of all shapes.
  private var undrawn: [(shape: Int32, ring: Int32)] = []
  private var levels = 0
  private let threads: Int

  /// The steps for each position of the arcs and at each level to find segments that cross: ten times the need of
  /// ordinary coverages.
  private static let stepsPerPosition = 16
  /// The steps that any shapes may need at a level: a tenth of a second.
  private static let fewestSteps = 1 << 22

  /// Finds the arcs of lines and valid polygons on whole coordinates; points are left alone. O(n).
  ///
  /// - Parameter threads: the most threads that work at a time; the result does not depend on it.
  package init(_ shapes: OrderedShapes, threads: Int = 1) {
    self.threads = threads
    network = ArcNetwork(shapes)
    sections = ArcSections(network.arcs)
    areDrawn = [Bool](repeating: false, count: network.arcs.ringEnds.count)
    undrawn.reserveCapacity(network.starts.count)
    for index in 0..<network.shapeCount {
      for ring in network.rings(ofShape: index) { undrawn.append((Int32(index), Int32(ring))) }
    }
  }

  /// Simplifies for one more level. O(n log n) for ordinary shapes.
  ///
  /// A ring takes part from the first level on that draws it: what is not drawn brings no position back.
  ///
  /// - Parameters:
  ///   - isDrawn: whether the level draws a ring or line, by the indices of its shape and of itself in the shape; it does
  ///     if a level before did.
  ///   - tolerance: the greatest distance in grid units between the shapes and their simplification; not greater than that
  ///     of the level before.
  ///   - check: called now and then; its error ends the work.
  /// - Returns: whether the steps were enough; if not, very many shapes cross each other, and segments of the level may
  ///   cross where the shapes do not. Everything else holds, and does not depend on the order of the shapes either.
  package mutating func addLevel(
    tolerance: Double, drawing isDrawn: (_ shape: Int, _ ring: Int) -> Bool = { _, _ in true },
    _ check: () throws -> Void
  ) throws -> Bool {
    let level = UInt8(levels)
    try check()
    undrawn.removeAll { shape, ring in
      guard isDrawn(Int(shape), Int(ring) - network.rings(ofShape: Int(shape)).lowerBound) else { return false }
      for (arc, _) in network.arcs(ofRing: Int(ring)) { areDrawn[arc] = true }
      return true
    }
    let cut = sections.refine(to: tolerance, level: level, drawn: areDrawn, threads: threads)
    levels += 1
    let steps = max(network.arcs.x.count * Self.stepsPerPosition, Self.fewestSteps)
    return try sections.untangle(
      cut, tolerance: tolerance, level: level, steps: steps, threads: threads, check)
  }

  /// The levels so far.
  package var coverage: SimplifiedCoverage { SimplifiedCoverage(network, sections.levels) }
}
