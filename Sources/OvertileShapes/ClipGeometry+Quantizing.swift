import MapMath

extension ClipGeometry {
  /// This geometry in whole tile units of the tile at a column and row.
  ///
  /// Removes repeated positions, the spikes of rings (out and back along one line), lines without length and rings
  /// without area. Rings keep their roles. O(n).
  func quantized(_ cut: TileCut, column: Int, row: Int) -> ClipGeometry {
    var result = ClipGeometry(kind: kind)
    let (west, north) = (Double(column) * cut.tileSide, Double(row) * cut.tileSide)
    if kind == .lines {
      for line in ringEnds.indices {
        for index in positions(ofRing: line) {
          result.append(x: cut.quantized(x[index], from: west), y: cut.quantized(y[index], from: north))
        }
        result.endRing(isHole: false)
      }
      return result
    }
    var ring = SpikelessRing()
    for polygon in polygonEnds.indices {
      for member in rings(ofPolygon: polygon) {
        ring.removeAll()
        for index in positions(ofRing: member).dropLast() {
          ring.append(x: cut.quantized(x[index], from: west), y: cut.quantized(y[index], from: north))
        }
        ring.close()
        result.append(ring, isHole: isHole[member])
      }
      result.endPolygon()
    }
    return result
  }

  /// Adds a ring in the winding of its role; rounding may have turned it over.
  private mutating func append(_ ring: SpikelessRing, isHole: Bool) {
    let area = Shoelace.doubledArea(ring.x, ring.y, ring.x.indices)
    guard area != 0 else { return }
    if (area < 0) == isHole {
      for index in ring.x.indices { append(x: ring.x[index], y: ring.y[index]) }
    } else {
      for index in ring.x.indices.reversed() { append(x: ring.x[index], y: ring.y[index]) }
    }
    endRing(isHole: isHole)
  }
}

/// A ring in the making, without repeated positions and without spikes.
private struct SpikelessRing {
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []

  mutating func removeAll() {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
  }

  mutating func append(x newX: Double, y newY: Double) {
    while let last = x.indices.last {
      if x[last] == newX, y[last] == newY { return }
      guard last > 0, isSpike((x[last - 1], y[last - 1]), (x[last], y[last]), (newX, newY)) else { break }
      x.removeLast()
      y.removeLast()
    }
    x.append(newX)
    y.append(newY)
  }

  /// Removes repeated positions and spikes over the seam, and repeats the first position at the end.
  mutating func close() {
    var first = 0
    while x.count - first >= 3 {
      let last = x.count - 1
      let isRepeated = x[last] == x[first] && y[last] == y[first]
      if isRepeated || isSpike((x[last - 1], y[last - 1]), (x[last], y[last]), (x[first], y[first])) {
        x.removeLast()
        y.removeLast()
      } else if isSpike((x[last], y[last]), (x[first], y[first]), (x[first + 1], y[first + 1])) {
        first += 1
      } else {
        break
      }
    }
    x.removeFirst(first)
    y.removeFirst(first)
    guard x.count >= 3 else { return removeAll() }
    x.append(x[0])
    y.append(y[0])
  }

  /// Whether the path a, b, c turns back on its own line at b.
  private func isSpike(_ a: (Double, Double), _ b: (Double, Double), _ c: (Double, Double)) -> Bool {
    let (ux, uy) = (b.0 - a.0, b.1 - a.1)
    let (vx, vy) = (c.0 - b.0, c.1 - b.1)
    return ux * vy == uy * vx && ux * vx + uy * vy < 0
  }
}
