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
      for line in ringEnds.indices {
        for index in positions(ofRing: line) {
          let position = grid.position(x[index], y[index])
          result.append(x: position.x, y: position.y)
        }
        result.endRing(isHole: false)
      }
      return result
    }
    result.reserve(x.count)
    var ring = SpikelessRing()
    x.withUnsafeBufferPointer { x in
      y.withUnsafeBufferPointer { y in
        for polygon in polygonEnds.indices {
          for member in rings(ofPolygon: polygon) {
            let positions = positions(ofRing: member).dropLast()
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
