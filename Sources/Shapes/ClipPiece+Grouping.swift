import MapMath

/// From rings in any order back to polygons, each an exterior and its holes.
extension ClipPiece {
  /// The geometry of this piece. A hole goes to the exterior around it, within its own polygon. O(n), and O(exteriors)
  /// point tests a hole where a polygon has fallen apart.
  func geometry() -> WorldGeometry {
    var result = WorldGeometry(kind: kind)
    guard kind == .polygons else {
      result.x = x
      result.y = y
      result.ringEnds = ringEnds
      return result
    }
    for polygon in polygonEnds.indices {
      let rings = rings(ofPolygon: polygon)
      let exteriors = rings.filter { !isHole[$0] }
      guard !exteriors.isEmpty else { continue }
      let owners = rings.map { isHole[$0] ? owner(ofHole: $0, among: exteriors) : $0 }
      for exterior in exteriors {
        result.append(ring: exterior, of: self)
        for ring in rings where isHole[ring] && owners[ring - rings.lowerBound] == exterior {
          result.append(ring: ring, of: self)
        }
        result.endPolygon()
      }
    }
    return result
  }

  /// The exterior around a hole, decided by the first of its positions that lies strictly inside or outside.
  private func owner(ofHole hole: Int, among exteriors: [Int]) -> Int {
    guard exteriors.count > 1 else { return exteriors[0] }
    for exterior in exteriors {
      let around = positions(ofRing: exterior)
      for index in positions(ofRing: hole) {
        let side = Shoelace.side(ofX: x[index], y: y[index], x, y, around)
        if side == .inside { return exterior }
        if side == .outside { break }
      }
    }
    return exteriors[0]
  }
}

extension WorldGeometry {
  /// Adds a whole ring of a piece.
  fileprivate mutating func append(ring: Int, of piece: ClipPiece) {
    let positions = piece.positions(ofRing: ring)
    x.append(contentsOf: piece.x[positions])
    y.append(contentsOf: piece.y[positions])
    endRing()
  }
}
