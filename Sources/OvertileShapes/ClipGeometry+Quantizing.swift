import MapMath

extension ClipGeometry {
  /// This geometry in whole tile units of the tile at a column and row.
  ///
  /// Removes repeated positions, the spikes of rings (out and back along one line), lines without length and rings
  /// without area. Rings keep their roles. O(n).
  func quantized(_ cut: TileCut, column: Int, row: Int) -> ClipGeometry {
    var result = ClipGeometry(kind: kind)
    let grid = TileUnits(cut, west: Double(column) * cut.tileSide, north: Double(row) * cut.tileSide)
    if kind == .lines {
      for line in shape.ringEnds.indices {
        for index in shape.positions(ofRing: line) {
          let position = grid.position(shape.x[index], shape.y[index])
          result.append(x: position.x, y: position.y)
        }
        result.endRing(isHole: false)
      }
      return result
    }
    result.reserve(shape.x.count)
    var ring = SpikelessRing()
    shape.x.withUnsafeBufferPointer { x in
      shape.y.withUnsafeBufferPointer { y in
        for polygon in shape.polygonEnds.indices {
          for member in shape.rings(ofPolygon: polygon) {
            let positions = shape.positions(ofRing: member).dropLast()
            ring.begin(positions.count)
            for index in positions { ring.append(grid.position(x[index], y[index])) }
            ring.close()
            ring.withPositions { result.append($0, isHole: isHole[member]) }
          }
          result.endPolygon()
        }
      }
    }
    return result
  }

  /// Adds a ring in the winding of its role; rounding may have turned it over.
  private mutating func append(_ ring: UnsafeBufferPointer<SIMD2<Double>>, isHole: Bool) {
    let area = ring.doubledArea
    guard area != 0 else { return }
    append(closed: ring, isBackward: (area < 0) != isHole, isHole: isHole)
  }
}
