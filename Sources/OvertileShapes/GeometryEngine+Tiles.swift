import MapMath

extension GeometryEngine {
  /// Clips a valid shape to the tiles of a zoom, and calls back once for each tile that holds some of it.
  ///
  /// A tile gets the part within its buffered rectangle; columns wrap at the antimeridian, so a part that reaches
  /// over it also appears in the column on the other side, joined with the part there. Half open: on a tile's buffered
  /// edge, points and lines belong to its western and northern edge only; the southern edge of the world belongs to the
  /// last row. Positions are rounded to tile units, halves up; then repeated positions, lines without length and rings
  /// without area are removed. A polygon that this makes invalid is rounded by GEOSGeom_setPrecision_r instead, which may
  /// move its outline by another unit, and united with others that it overlaps then; where GEOS fails at that, the tile
  /// gets the area that an odd number of the rounded rings is around; where that is beyond `CheckLimit.mostChecks`, it
  /// gets the rounded rings as they are, which may touch or cross. Polygons come in canonical order, each ring from its
  /// first position by x, then y. The order of the calls depends on the shape and the cut only.
  ///
  /// - Parameters:
  ///   - shape: x in -2^32...2^33, so also unwrapped around either side of the world; y in 0...2^32.
  ///   - cut: the zoom and its tiles.
  ///   - visit: receives a tile and the geometry in it, which is never empty.
  /// - Throws: `ShapeError` with code `badCoordinate`, or `operationFailed` if a repair fails; the errors of `visit`.
  package func tiles(
    of shape: WorldGeometry, _ cut: TileCut, _ visit: (TileID, TileGeometry) throws -> Void
  ) throws {
    guard let extent = shape.extent else { return }
    let side = WorldGrid.side
    guard extent.minX >= -side, extent.maxX <= 2 * side, extent.minY >= 0, extent.maxY <= side else {
      throw ShapeError(code: .badCoordinate, operation: "cut into tiles", message: "\(extent) is outside the world")
    }
    if shape.kind == .points { return try pointTiles(of: shape, cut, visit) }

    let range = cut.tiles(meeting: extent)
    let wholeTile = TileGeometry(polygons: cut.wholeTile)
    // The parts in tiles that the shape meets from both sides of the antimeridian.
    var shared: [UInt64: [TilePart]] = [:]
    try TileDescent(cut: cut).descend(ClipGeometry(shape), range) { leaf in
      let tile = cut.tile(column: leaf.column, row: leaf.row)
      let part = TilePart(leaf, cut)
      if cut.isShared(leaf.column, among: range.columns) {
        shared[tile.hilbertID, default: []].append(part)
      } else if leaf.geometry == nil {
        try visit(tile, wholeTile)
      } else {
        try geometry(of: [part]).map { try visit(tile, $0) }
      }
    }
    for (_, parts) in shared.sorted(by: { $0.key < $1.key }) {
      try geometry(of: parts).map { try visit(parts[0].tile, $0) }
    }
  }

  /// The tile geometry of the parts of a shape in a tile, or nil if nothing of them is left.
  private func geometry(of parts: [TilePart]) throws -> TileGeometry? {
    var rounded = parts[0].rounded()
    for part in parts.dropFirst() { rounded.append(part.rounded()) }
    let geometry = rounded.geometry()
    if geometry.isEmpty { return nil }
    if geometry.kind == .lines { return TileGeometry(lines: geometry) }
    do {
      if try isValid(geometry) { return TileGeometry(polygons: geometry.canonical()) }
      let valid = try validPolygons(of: parts)
      return valid.isEmpty ? nil : TileGeometry(polygons: valid)
    } catch let error as ShapeError where error.code == .tooComplex {
      return TileGeometry(polygons: geometry.canonical())
    }
  }

  /// The polygons of parts; some may not be valid once they are rounded.
  private func validPolygons(of parts: [TilePart]) throws -> WorldGeometry {
    do {
      return try polygonsMovedToGrid(of: parts)
    } catch let error as ShapeError where error.code == .operationFailed {
      return try oddArea(of: parts)
    }
  }

  private func polygonsMovedToGrid(of parts: [TilePart]) throws -> WorldGeometry {
    let polygons = parts.flatMap { $0.polygons() }
    var valid = WorldGeometry(kind: .polygons)
    for polygon in polygons {
      let rounded = polygon.rounded().geometry()
      if rounded.isEmpty { continue }
      let isSound = try polygons.count > 1 && isValid(rounded)
      valid.append(polygonsOf: try isSound ? rounded : onWholeCoordinates(polygon.exact()))
    }
    return try polygons.count > 1 ? united(valid) : valid
  }

  /// The area that an odd number of the rounded rings of each part is around.
  ///
  /// It is the same however rings that meet in a position of a tile's edge have been linked there and grouped.
  private func oddArea(of parts: [TilePart]) throws -> WorldGeometry {
    var result = WorldGeometry(kind: .polygons)
    for part in parts {
      var rings = part.rounded().geometry()
      if rings.isEmpty { continue }
      rings.polygonEnds = [rings.ringEnds.count]
      result.append(polygonsOf: try repaired(rings).geometry)
    }
    return try united(result)
  }
}
