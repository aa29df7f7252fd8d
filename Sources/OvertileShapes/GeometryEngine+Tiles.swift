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
    try TileDescent(cut: cut).descend(ClipGeometry(shape), range) { column, row, part in
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
