import MapMath

/// Lines and polygons that were simplified together, at some levels.
///
/// A class: threads that read arrays of a structure count their references to them, and wait for each other.
package final class SimplifiedCoverage: Sendable {
  private let uses: ArcUses
  private let selections: [Selection]
  /// Per level: the selection that has its positions.
  private let selectionOfLevel: [Int]

  /// Positions of arcs that a level and those before it draw.
  ///
  /// A class: threads that read arrays of a structure count their references to them, and wait for each other.
  fileprivate final class Selection: Sendable {
    let arcs: WorldGeometry
    /// Per position: the first level that draws it.
    let firsts: [UInt8]

    init(arcs: WorldGeometry, firsts: [UInt8]) { (self.arcs, self.firsts) = (arcs, firsts) }
  }

  /// Selects the positions of the levels. O(positions of the arcs and levels).
  ///
  /// A level has a selection of its own if that is at most half as large as the one before, so all of them together are
  /// at most twice as large as the arcs.
  ///
  /// - Parameters:
  ///   - firsts: per position of the arcs: the first level that draws it.
  ///   - levels: the number of levels.
  init(_ network: ArcNetwork, _ firsts: [UInt8], levels: Int) {
    uses = network.uses
    var current = Selection(arcs: network.arcs, firsts: firsts)
    var selections: [Selection] = []
    var numbers: [Int] = []
    var isKept = false
    for level in (0..<levels).reversed() {
      let count = current.firsts.count { $0 <= level }
      if count * 2 <= current.firsts.count {
        (current, isKept) = (current.drawn(level: UInt8(level)), false)
      }
      if !isKept { selections.append(current) }
      isKept = true
      numbers.append(selections.count - 1)
    }
    (self.selections, selectionOfLevel) = (selections, numbers.reversed())
  }

  /// The positions of a shape that is not worth growing step by step.
  private static let fewPositions = 64

  /// A shape at a level. O(positions of the level's selection in its arcs).
  ///
  /// - Parameters:
  ///   - index: the index of the shape.
  ///   - source: the shape itself.
  ///   - level: the number of the level, from 0.
  ///   - isLeftOut: whether a hole, or a part with all its holes, is left out, by its ring or exterior.
  package func shape(
    _ index: Int, _ source: WorldGeometry, level: Int, leavingOut isLeftOut: (Int) -> Bool = { _ in false }
  ) -> WorldGeometry {
    guard source.kind != .points else { return source }
    var result = WorldGeometry(kind: source.kind)
    if source.x.count <= Self.fewPositions {
      result.x.reserveCapacity(source.x.count)
      result.y.reserveCapacity(source.x.count)
    }
    let selection = selections[selectionOfLevel[level]]
    result.appendParts(of: source, unless: isLeftOut) { ring, result in
      let start = result.x.count
      for (arc, isBackward) in uses.arcs(ofRing: ring, ofShape: index) {
        // The first position of a later arc of a ring is there already.
        let (positions, isLater) = (selection.arcs.positions(ofRing: arc), result.x.count > start)
        if isBackward {
          selection.append((isLater ? positions.dropLast() : positions).reversed(), level: UInt8(level), to: &result)
        } else {
          selection.append(isLater ? positions.dropFirst() : positions, level: UInt8(level), to: &result)
        }
      }
    }
    return result
  }
}

extension SimplifiedCoverage.Selection {
  /// The positions that a level draws.
  fileprivate func drawn(level: UInt8) -> SimplifiedCoverage.Selection {
    var drawn = WorldGeometry(kind: .lines)
    var drawnFirsts: [UInt8] = []
    drawn.ringEnds.reserveCapacity(arcs.ringEnds.count)
    for arc in arcs.ringEnds.indices {
      for index in arcs.positions(ofRing: arc) where firsts[index] <= level {
        drawn.append(x: arcs.x[index], y: arcs.y[index])
        drawnFirsts.append(firsts[index])
      }
      drawn.endRing()
    }
    return SimplifiedCoverage.Selection(arcs: drawn, firsts: drawnFirsts)
  }

  /// Adds those of some positions that a level draws to a shape. The ends of an arc are drawn by every level.
  @inline(__always)
  fileprivate func append(_ positions: some Collection<Int>, level: UInt8, to shape: inout WorldGeometry) {
    for index in positions where firsts[index] <= level { shape.append(x: arcs.x[index], y: arcs.y[index]) }
  }
}

extension GeometryEngine {
  /// A simplified polygon, as it is if it is valid, otherwise repaired; nil in the first case.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func repairedIfInvalid(_ shape: WorldGeometry) throws -> WorldGeometry? {
    guard shape.kind == .polygons, !shape.isPlainlyValid else { return nil }
    let cleaned = shape.withoutRepeatedPositions().geometry
    if cleaned.x.count == shape.x.count, try isValid(cleaned) { return nil }
    return cleaned.isEmpty ? cleaned : try repaired(cleaned).geometry
  }
}

extension WorldGeometry {
  /// Whether polygons that few simplified shapes are not like are valid: one ring that repeats no position, has an area,
  /// and touches itself nowhere.
  fileprivate var isPlainlyValid: Bool {
    guard ringEnds.count == 1, x.count >= 4, !repeatsAny(0..<x.count) else { return false }
    return Shoelace.doubledArea(x, y, 0..<x.count) != 0 && isStrictlySimple()
  }
}
