import MapMath

/// Simplifies lines and polygons together, from the lowest zoom to higher ones: borders that they share stay shared.
///
/// The result depends on the set of shapes and the tolerances only, not on their order. It is within the tolerance of
/// the source, in both directions. Segments cross where the shapes do, and nowhere else; where dropping positions would
/// make segments cross or pass over a position, positions come back.
package struct CoverageSimplifier {
  private let network: ArcNetwork
  private var sections: ArcSections
  private var levels = 0

  /// The most levels.
  package static let mostLevels = Int(ArcSections.never)

  /// Finds the arcs of lines and valid polygons on whole coordinates; points are left alone. O(n log n).
  package init(_ shapes: [WorldGeometry]) {
    network = ArcNetwork(shapes)
    sections = ArcSections(network.arcs)
  }

  /// Simplifies for one more level.
  ///
  /// - Parameters:
  ///   - tolerance: the greatest distance in grid units between the shapes and their simplification; not greater than that
  ///     of the level before.
  ///   - check: called now and then; its error ends the work.
  package mutating func addLevel(tolerance: Double, _ check: () throws -> Void) throws {
    precondition(levels < Self.mostLevels, "a position has room for \(Self.mostLevels) levels")
    let level = UInt8(levels)
    try check()
    let cut = sections.refine(to: tolerance, level: level)
    try sections.untangle(cut, tolerance: tolerance, level: level, check)
    levels += 1
  }

  /// The levels so far.
  package var coverage: SimplifiedCoverage { SimplifiedCoverage(network: network, levels: sections.levels) }
}
