import MapMath

/// Lines and polygons that were simplified together, at some levels.
package struct SimplifiedCoverage: Sendable {
  private let uses: ArcUses
  /// Per level: the arcs with the positions that it draws.
  private let drawn: [WorldGeometry]

  /// Selects the positions of each level. O(positions of the arcs), and those that all levels draw.
  ///
  /// - Parameters:
  ///   - firsts: per position of the arcs: the first level that draws it.
  ///   - levels: the number of levels.
  init(_ network: ArcNetwork, _ firsts: [UInt8], levels: Int) {
    uses = network.uses
    var drawn: [WorldGeometry] = []
    var (arcs, firsts) = (network.arcs, firsts)
    for level in (0..<levels).reversed() {
      // A level draws a part of the positions of the next one.
      (arcs, firsts) = Self.drawn(arcs, firsts, level: UInt8(level))
      drawn.append(arcs)
    }
    self.drawn = drawn.reversed()
  }

  /// The positions of arcs that a level draws, and the first levels that draw them.
  private static func drawn(_ arcs: WorldGeometry, _ firsts: [UInt8], level: UInt8) -> (WorldGeometry, [UInt8]) {
    var (result, levels) = (WorldGeometry(kind: .lines), [UInt8]())
    result.ringEnds.reserveCapacity(arcs.ringEnds.count)
    for arc in arcs.ringEnds.indices {
      for index in arcs.positions(ofRing: arc) where firsts[index] <= level {
        result.append(x: arcs.x[index], y: arcs.y[index])
        levels.append(firsts[index])
      }
      result.endRing()
    }
    return (result, levels)
  }

  /// A shape at a level. O(positions of the result).
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
    let arcs = drawn[level]
    result.appendParts(of: source, unless: isLeftOut) { ring, result in
      let start = result.x.count
      for (arc, isBackward) in uses.arcs(ofRing: ring, ofShape: index) {
        // The first position of a later arc of a ring is there already.
        let (positions, isLater) = (arcs.positions(ofRing: arc), result.x.count > start)
        if isBackward {
          let added = isLater ? positions.dropLast() : positions
          result.x.append(contentsOf: arcs.x[added].reversed())
          result.y.append(contentsOf: arcs.y[added].reversed())
        } else {
          let added = isLater ? positions.dropFirst() : positions
          result.x.append(contentsOf: arcs.x[added])
          result.y.append(contentsOf: arcs.y[added])
        }
      }
    }
    return result
  }
}

extension GeometryEngine {
  /// A simplified polygon, as it is if it is valid, otherwise repaired; nil in the first case.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func repairedIfInvalid(_ shape: WorldGeometry) throws -> WorldGeometry? {
    guard shape.kind == .polygons else { return nil }
    let cleaned = shape.withoutRepeatedPositions().geometry
    if cleaned.x.count == shape.x.count, try isValid(cleaned) { return nil }
    return cleaned.isEmpty ? cleaned : try repaired(cleaned).geometry
  }
}
