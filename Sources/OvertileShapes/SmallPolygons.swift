import MapMath

/// Cuts polygons of one ring of few positions that no edge of a tile divides, as buildings are at high zooms.
///
/// The result is that of `GeometryEngine.tiles(of:_:_:)`, without any geometry in between: what is not so simple is left
/// to that.
package struct SmallPolygons: ~Copyable {
  private let cut: TileCut
  private var ring = SpikelessRing()
  private var geometry = TileGeometry(kind: .polygons)

  /// The most positions of a ring all of whose segments are compared with each other.
  private static let mostPositions = 16

  /// Prepares for the tiles of a zoom.
  package init(_ cut: TileCut) { self.cut = cut }

  /// Calls back once for each tile in which a polygon lies, as it lies there; returns false if it is not a small polygon
  /// within the buffered edges of each of its tiles, and has not called back then.
  ///
  /// O(n^2) in its few positions.
  package mutating func visitTiles(
    of shape: WorldGeometry, _ visit: (TileID, TileGeometry) throws -> Void
  ) rethrows -> Bool {
    guard shape.kind == .polygons, shape.ringEnds.count == 1, shape.x.count <= Self.mostPositions,
      cut.extent & (cut.extent - 1) == 0, let range = tilesAround(shape)
    else { return false }
    let (column, row) = (range.columns.lowerBound, range.rows.lowerBound)
    quantize(shape, TileUnits(cut, west: Double(column) * cut.tileSide, north: Double(row) * cut.tileSide))
    let area = ring.withPositions { $0.doubledArea }
    // Rounding has left nothing.
    if area == 0 { return true }
    guard isApartFromItself else { return false }
    let first = firstPosition
    for column in range.columns {
      for row in range.rows {
        // A tile's side is a power of two of its units, so tiles differ by whole units.
        let offset = SIMD2(Double(column - range.columns.lowerBound), Double(row - range.rows.lowerBound))
        write(from: first, isBackward: area < 0, minus: offset * Double(cut.extent))
        try visit(cut.tile(column: column, row: row), geometry)
      }
    }
    return true
  }

  /// The tiles whose buffered rectangles a polygon meets; nil if it is not inside all of them.
  private func tilesAround(_ shape: WorldGeometry) -> TileRange? {
    guard let bounds = shape.bounds, bounds.minX >= 0, bounds.maxX <= WorldGrid.side, bounds.minY >= 0,
      bounds.maxY <= WorldGrid.side
    else { return nil }
    let range = cut.tiles(meeting: bounds)
    guard range.columns.count < min(3, cut.tilesPerSide + 1), range.rows.count < 3,
      cut.bufferedStart(range.columns.upperBound) <= bounds.minX,
      bounds.maxX < cut.bufferedEnd(range.columns.lowerBound),
      cut.bufferedStart(range.rows.upperBound) <= bounds.minY, bounds.maxY < cut.bufferedEnd(range.rows.lowerBound)
    else { return nil }
    return range
  }

  private mutating func quantize(_ shape: WorldGeometry, _ units: TileUnits) {
    ring.begin(shape.x.count)
    shape.withColumns { x, y in
      for index in 0..<(x.count - 1) { ring.append(units.position(x[index], y[index])) }
    }
    ring.close()
  }

  /// Whether no two segments of the ring touch except neighbors at their common end.
  private var isApartFromItself: Bool {
    ring.withPositions { positions in
      SegmentContact.areApart(ringOf: positions.count - 1) { index in
        let (a, b) = (positions[index], positions[index + 1])
        return SegmentContact.Segment(ax: a.x, ay: a.y, bx: b.x, by: b.y)
      }
    }
  }

  /// The index of the position that is first by x, then y.
  private var firstPosition: Int {
    ring.withPositions { positions in
      positions.indices.dropLast().min {
        (positions[$0].x, positions[$0].y) < (positions[$1].x, positions[$1].y)
      } ?? 0
    }
  }

  /// Writes the ring in the winding of an exterior, in the units of another tile.
  private mutating func write(from first: Int, isBackward: Bool, minus offset: SIMD2<Double>) {
    geometry.x.removeAll(keepingCapacity: true)
    geometry.y.removeAll(keepingCapacity: true)
    geometry.partEnds.removeAll(keepingCapacity: true)
    ring.withPositions { positions in
      let count = positions.count - 1
      var index = first
      for _ in 0..<count {
        let position = positions[index] - offset
        geometry.append(x: Int32(position.x), y: Int32(position.y))
        index += isBackward ? -1 : 1
        if index == count { index = 0 }
        if index < 0 { index = count - 1 }
      }
    }
    geometry.endPart()
  }
}
