import MapMath

extension TileGeometry {
  /// The geometry of lines on whole tile units.
  init(lines: WorldGeometry) {
    self.init(kind: .lines)
    x = lines.x.map { Int32($0) }
    y = lines.y.map { Int32($0) }
    partEnds = lines.ringEnds
  }

  /// The geometry of polygons on whole tile units: exteriors positive and followed by their holes, rings not closed.
  init(polygons: WorldGeometry) {
    self.init(kind: .polygons)
    x.reserveCapacity(polygons.x.count)
    y.reserveCapacity(polygons.y.count)
    for ring in polygons.ringEnds.indices {
      let positions = polygons.positions(ofRing: ring).dropLast()
      x.append(contentsOf: polygons.x[positions].lazy.map { Int32($0) })
      y.append(contentsOf: polygons.y[positions].lazy.map { Int32($0) })
      endPart()
    }
  }
}
