import MapMath

extension WorldGeometry {
  /// An estimate of the tiles that lines, polygons or points meet at each of some zooms, rather more than fewer. O(n +
  /// zooms).
  ///
  /// Inside a polygon there are as many tiles as fit its area, along its outline as many as the columns and rows that
  /// it crosses; never more than in its rectangle.
  ///
  /// - Parameter buffer: the buffer of a tile, as a fraction of its side.
  package func roughTileCounts(zooms: ClosedRange<Int>, buffer: Double) -> [Double] {
    var counts: [Double] = []
    counts.reserveCapacity(zooms.count)
    forEachRoughTileCount(zooms: zooms, buffer: buffer) { counts.append($1) }
    return counts
  }

  /// Calls a closure with each of some zooms and such an estimate for it.
  package func forEachRoughTileCount(
    zooms: ClosedRange<Int>, buffer: Double, _ body: (_ zoom: Int, _ count: Double) -> Void
  ) {
    let (outline, area, parts) = (steps, self.area, Double(kind == .points ? x.count : ringEnds.count))
    let spread = (1 + 2 * buffer) * (1 + 2 * buffer)
    let bounds = bounds
    for zoom in zooms {
      guard let bounds else {
        body(zoom, 0)
        continue
      }
      let side = Double(WorldGrid.tileSide(zoom: zoom))
      let along = (outline / side + parts) * spread
      let box =
        ((bounds.maxX - bounds.minX) / side + 1 + 2 * buffer) * ((bounds.maxY - bounds.minY) / side + 1 + 2 * buffer)
      body(zoom, min(area / side / side + along, box))
    }
  }

  /// The length of all lines or rings, west to east and north to south counted separately.
  private var steps: Double {
    guard kind != .points else { return 0 }
    var sum = 0.0
    for ring in ringEnds.indices {
      for index in positions(ofRing: ring).dropFirst() {
        sum += abs(x[index] - x[index - 1]) + abs(y[index] - y[index - 1])
      }
    }
    return sum
  }
}
