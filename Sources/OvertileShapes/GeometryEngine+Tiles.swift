import MapMath

extension GeometryEngine {
  /// Clips a valid shape to the tiles of a zoom, and calls back once for each tile that holds some of it.
  ///
  /// A tile gets the part within its buffered rectangle; columns wrap at the antimeridian, so a part that reaches
  /// over it also appears in the column on the other side, joined with the part there. Half open: on a tile's buffered
  /// edge, points and lines belong to its western and northern edge only; the southern edge of the world belongs to the
  /// last row. Positions are rounded to tile units, halves up; then repeated positions, lines without length and rings
  /// without area are removed. Polygons that this makes invalid become the area that more of the rounded exteriors
  /// than of the rounded holes are around. Polygons come in canonical order, each ring from its first position by x, then y. The order of the calls
  /// depends on the shape and the cut only.
  ///
  /// - Parameters:
  ///   - shape: x in -2^32...2^33, so also unwrapped around either side of the world; y in 0...2^32.
  ///   - cut: the zoom and its tiles.
  ///   - visit: receives a tile and the geometry in it, which is never empty.
  /// - Throws: `ShapeError` with code `operationFailed` if a repair fails; the errors of `visit`.
  package func tiles(
    of shape: WorldGeometry, _ cut: TileCut, _ visit: (TileID, TileGeometry) throws -> Void
  ) throws {
    guard let bounds = shape.bounds else { return }
    if shape.kind == .points { return try pointTiles(of: shape, cut, visit) }

    let range = cut.tiles(meeting: bounds)
    let wholeTile = TileGeometry(cut.wholeTile)
    // The parts in tiles that the shape meets from both sides of the antimeridian.
    var shared: [TileID: ClipGeometry] = [:]
    try cut.descend(ClipGeometry(shape), range) { column, row, part in
      let tile = cut.tile(column: column, row: row)
      let isShared = cut.isShared(column, among: range.columns)
      guard isShared || part != nil else { return try visit(tile, wholeTile) }
      let rounded = part?.grouped().quantized(cut, column: column, row: row) ?? ClipGeometry(cut.wholeTile)
      if isShared {
        shared[tile, default: ClipGeometry(kind: shape.kind)].append(rounded)
      } else {
        try geometry(of: rounded).map { try visit(tile, $0) }
      }
    }
    for (tile, rounded) in shared.sorted(by: { $0.key.hilbertID < $1.key.hilbertID }) {
      try geometry(of: rounded).map { try visit(tile, $0) }
    }
  }

  /// The tile geometry of rings or lines on tile units, or nil if nothing of them is left.
  private func geometry(of rounded: ClipGeometry) throws -> TileGeometry? {
    let geometry = rounded.geometry()
    if geometry.isEmpty { return nil }
    if geometry.kind == .lines { return TileGeometry(geometry) }
    if try isValid(geometry) { return TileGeometry(geometry.canonical()) }
    let exteriors = Set(geometry.polygonEnds.indices.map { geometry.rings(ofPolygon: $0).lowerBound })
    // This does not depend on how rings that meet in a position of a tile's edge have been linked there and grouped.
    let area = try area(of: geometry) { rings in 2 * rings.count { exteriors.contains($0) } > rings.count }
    return area.isEmpty ? nil : TileGeometry(area)
  }

  /// The tiles of points: the one that holds a point, and the neighbors whose buffer does. Tiles are in Hilbert order,
  /// the points of a tile in the order of the shape.
  private func pointTiles(
    of shape: WorldGeometry, _ cut: TileCut, _ visit: (TileID, TileGeometry) throws -> Void
  ) throws {
    var tiles: [TileID: TileGeometry] = [:]
    for (x, y) in zip(shape.x, shape.y) {
      let range = cut.tiles(meeting: WorldBounds(minX: x, minY: y, maxX: x, maxY: y))
      for row in range.rows {
        for column in range.columns {
          let grid = TileUnits(cut, west: Double(column) * cut.tileSide, north: Double(row) * cut.tileSide)
          let position = grid.position(x, y)
          let tile = cut.tile(column: column, row: row)
          tiles[tile, default: TileGeometry(kind: .points)].append(x: Int32(position.x), y: Int32(position.y))
        }
      }
    }
    for (tile, points) in tiles.sorted(by: { $0.key.hilbertID < $1.key.hilbertID }) {
      var geometry = points
      geometry.endPart()
      try visit(tile, geometry)
    }
  }
}

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

/// Cutting one line or polygon shape down to its tiles.
///
/// The range of tiles is halved along its longer side, the shape with it, until one tile is left: O(n log tiles) for the
/// outline and O(1) for each tile inside, whatever the number of positions.
extension TileCut {
  /// Receives the part of a shape in one tile.
  ///
  /// - Parameters:
  ///   - column: the column, which may continue past the antimeridian.
  ///   - row: the row.
  ///   - geometry: the part, in world grid units; nil if the shape covers the whole tile with its buffer.
  fileprivate typealias Visit = (_ column: Int, _ row: Int, _ geometry: ClipGeometry?) throws -> Void

  /// Calls back for each tile of a range that the geometry meets.
  fileprivate func descend(_ geometry: ClipGeometry, _ range: TileRange, _ visit: Visit) throws {
    guard let bounds = geometry.shape.bounds,
      let range = range.intersection(tiles(meeting: bounds))
    else { return }
    if range.isOneTile {
      return try visit(range.columns.lowerBound, range.rows.lowerBound, geometry)
    }
    if covers(geometry.shape, bounds, range) {
      for row in range.rows {
        for column in range.columns { try visit(column, row, nil) }
      }
      return
    }
    let axis: HalfPlane.Axis = range.columns.count >= range.rows.count ? .x : .y
    let side = axis == .x ? range.columns : range.rows
    let middle = side.lowerBound + (side.upperBound - side.lowerBound) / 2
    let (low, high) = axis == .x ? (bounds.minX, bounds.maxX) : (bounds.minY, bounds.maxY)

    let (below, above) = (bufferedEnd(middle), bufferedStart(middle + 1))
    let lower = high < below ? geometry : HalfPlane(axis: axis, bound: below, keepsBelow: true).clip(geometry)
    try descend(lower, half(range, axis, side.lowerBound...middle), visit)
    let upper = low >= above ? geometry : HalfPlane(axis: axis, bound: above, keepsBelow: false).clip(geometry)
    try descend(upper, half(range, axis, (middle + 1)...side.upperBound), visit)
  }

  private func half(_ range: TileRange, _ axis: HalfPlane.Axis, _ part: ClosedRange<Int>) -> TileRange {
    axis == .x ? TileRange(columns: part, rows: range.rows) : TileRange(columns: range.columns, rows: part)
  }

  /// Whether a geometry is the whole buffered rectangle of a range: one ring of four corners with its rectangle's area.
  private func covers(_ geometry: WorldGeometry, _ bounds: WorldBounds, _ range: TileRange) -> Bool {
    guard geometry.kind == .polygons, geometry.ringEnds == [5],
      bounds.minX == bufferedStart(range.columns.lowerBound),
      bounds.maxX == bufferedEnd(range.columns.upperBound),
      bounds.minY == bufferedStart(range.rows.lowerBound),
      bounds.maxY == bufferedEnd(range.rows.upperBound)
    else { return false }
    let area = Shoelace.doubledArea(geometry.x, geometry.y, 0..<5)
    return area == 2 * (bounds.maxX - bounds.minX) * (bounds.maxY - bounds.minY)
  }
}
