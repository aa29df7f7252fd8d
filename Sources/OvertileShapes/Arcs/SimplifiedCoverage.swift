import MapMath

/// Lines and polygons that were simplified together, at some levels.
package struct SimplifiedCoverage: Sendable {
  let network: ArcNetwork
  /// Per position of the arcs: the first level that draws it.
  let levels: [UInt8]

  /// A shape at a level. O(positions of the source).
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
    result.appendParts(of: source, unless: isLeftOut) { ring, result in
      let start = result.x.count
      for (arc, isBackward) in network.arcs(ofRing: ring, ofShape: index) {
        append(arc, isBackward: isBackward, level: level, from: start, to: &result)
      }
    }
    return result
  }

  /// Adds the positions of an arc that a level draws; the first one of a later arc of a ring is there already.
  private func append(_ arc: Int, isBackward: Bool, level: Int, from start: Int, to result: inout WorldGeometry) {
    let positions = network.arcs.positions(ofRing: arc)
    let (x, y) = (network.arcs.x, network.arcs.y)
    var isFirst = result.x.count > start
    if isBackward {
      for index in positions.reversed() where levels[index] <= level {
        if !isFirst { result.append(x: x[index], y: y[index]) }
        isFirst = false
      }
    } else {
      for index in positions where levels[index] <= level {
        if !isFirst { result.append(x: x[index], y: y[index]) }
        isFirst = false
      }
    }
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
