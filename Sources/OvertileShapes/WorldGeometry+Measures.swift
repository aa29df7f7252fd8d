import MapMath

extension WorldGeometry {
  /// The area of polygons in square grid units, minus the holes; 0 for lines and points. O(n).
  package var area: Double {
    guard kind == .polygons else { return 0 }
    var sum = 0.0
    for polygon in polygonEnds.indices {
      let rings = rings(ofPolygon: polygon)
      for ring in rings {
        sum += ring == rings.lowerBound ? area(ofRing: ring) : -area(ofRing: ring)
      }
    }
    return sum
  }

  /// The area within a ring in square grid units. O(n).
  func area(ofRing ring: Int) -> Double { abs(Shoelace.doubledArea(x, y, positions(ofRing: ring))) / 2 }

  /// The length of lines, or of the rings of polygons, in grid units; 0 for points. O(n).
  package var length: Double { sumOfSteps { ($0 * $0 + $1 * $1).squareRoot() } }

  /// The sum of a measure of the steps from each position of lines or rings to the next; 0 for points. O(n).
  @inline(__always)
  private func sumOfSteps(_ measure: (_ dx: Double, _ dy: Double) -> Double) -> Double {
    guard kind != .points else { return 0 }
    var sum = 0.0
    for ring in ringEnds.indices {
      for index in positions(ofRing: ring).dropFirst() {
        sum += measure(x[index] - x[index - 1], y[index] - y[index - 1])
      }
    }
    return sum
  }

  /// Whether some of lines or polygons lies in a rectangle, edges included. O(n).
  package func meets(_ box: WorldBounds) -> Bool {
    ringEnds.indices.contains { ring in
      positions(ofRing: ring).dropLast().contains { SegmentContact.meets(SegmentContact.Segment(x, y, $0), box) }
    } || hasInside(x: box.minX, y: box.minY)
  }

  /// An estimate of the tiles that lines, polygons or points meet at each of some zooms, rather more than fewer. O(n +
  /// zooms).
  ///
  /// Inside a polygon there are as many tiles as fit its area, along its outline as many as the columns and rows that
  /// it crosses; never more than in its rectangle.
  ///
  /// - Parameter buffer: the buffer of a tile, as a fraction of its side.
  package func roughTileCounts(zooms: ClosedRange<Int>, buffer: Double) -> [Double] {
    guard let bounds else { return zooms.map { _ in 0 } }
    // West to east and north to south are counted separately.
    let outline = sumOfSteps { abs($0) + abs($1) }
    let (area, parts) = (self.area, Double(kind == .points ? x.count : ringEnds.count))
    let spread = (1 + 2 * buffer) * (1 + 2 * buffer)
    return zooms.map { zoom in
      let side = Double(WorldGrid.tileSide(zoom: zoom))
      let along = (outline / side + parts) * spread
      let box =
        ((bounds.maxX - bounds.minX) / side + 1 + 2 * buffer) * ((bounds.maxY - bounds.minY) / side + 1 + 2 * buffer)
      return min(area / side / side + along, box)
    }
  }
}

/// Areas and orientations of closed rings.
///
/// Positive with x east and y south is clockwise on the screen: an exterior, as in vector tiles. Exact while
/// coordinates are whole and within 2^25 of each other.
enum Shoelace {
  /// Twice the signed area of a closed ring, summed relative to its first position; 0 if it has too few positions. O(n).
  @inline(__always)
  static func doubledArea(_ ring: Range<Int>, _ position: (Int) -> SIMD2<Double>) -> Double {
    guard ring.count >= 4 else { return 0 }
    let origin = position(ring.lowerBound)
    var (sum, last) = (0.0, SIMD2<Double>.zero)
    for index in ring.dropFirst() {
      let next = position(index) - origin
      sum += last.x * next.y - next.x * last.y
      last = next
    }
    return sum
  }

  /// The same of a ring in columns.
  static func doubledArea(_ x: [Double], _ y: [Double], _ ring: Range<Int>) -> Double {
    x.withUnsafeBufferPointer { x in
      y.withUnsafeBufferPointer { y in doubledArea(ring) { SIMD2(x[$0], y[$0]) } }
    }
  }
}
