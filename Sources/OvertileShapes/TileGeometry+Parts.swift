import MapMath

extension TileGeometry {
  /// The geometry of lines or polygons on whole tile units; of polygons: exteriors positive and followed by their holes,
  /// rings not closed.
  init(_ geometry: WorldGeometry) {
    let areLines = geometry.kind == .lines
    self.init(kind: areLines ? .lines : .polygons)
    x.reserveCapacity(geometry.x.count)
    y.reserveCapacity(geometry.y.count)
    for ring in geometry.ringEnds.indices {
      for index in geometry.positions(ofRing: ring).dropLast(areLines ? 0 : 1) {
        append(x: Int32(geometry.x[index]), y: Int32(geometry.y[index]))
      }
      endPart()
    }
  }
}
