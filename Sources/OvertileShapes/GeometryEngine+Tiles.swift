import MapMath

extension GeometryEngine {
  /// Clips a valid shape to the tiles of a zoom, and calls back once for each tile that holds some of it.
  ///
  /// A tile gets the part within its buffered rectangle; columns wrap at the 180th meridian, so a part that reaches
  /// over it also appears in the column on the other side, joined with the part there. Half open: on a tile's buffered
  /// edge, points and lines belong to its western and northern edge only; the southern edge of the world belongs to the
  /// last row. Positions are rounded to tile units, halves up; then repeated positions, lines without length and rings
  /// without area are removed, and polygons that rounding has made invalid are repaired on the grid: by an `Overlay`, or
  /// by GEOS if that would need too many steps. A hole that rounding has moved out of its exterior vanishes. Polygons come in canonical order, each ring from its first position by x,
  /// then y. The order of the calls depends on the shape and the cut only.
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
    var shared: [SharedPart] = []
    try TileDescent(cut: cut).descend(ClipGeometry(shape), range) { leaf in
      let tile = cut.tile(column: leaf.column, row: leaf.row)
      let part = leaf.geometry?.grouped().quantized(cut, column: leaf.column, row: leaf.row)
      if cut.isShared(leaf.column, among: range.columns) {
        shared.append(SharedPart(tile: tile, part: part ?? ClipGeometry(cut.wholeTile)))
      } else if let part {
        try geometry(of: part).map { try visit(tile, $0) }
      } else {
        try visit(tile, wholeTile)
      }
    }
    for (tile, part) in SharedPart.joined(shared) {
      try geometry(of: part).map { try visit(tile, $0) }
    }
  }

  /// The tile geometry of a part in tile units, or nil if nothing of it is left.
  private func geometry(of part: ClipGeometry) throws -> TileGeometry? {
    let geometry = part.geometry()
    if geometry.isEmpty { return nil }
    if geometry.kind == .lines { return TileGeometry(lines: geometry) }
    let valid = try valid(geometry)
    return valid.isEmpty ? nil : TileGeometry(polygons: valid)
  }

  /// The polygons of a part, valid and in canonical order.
  private func valid(_ polygons: WorldGeometry) throws -> WorldGeometry {
    let contacts: SegmentContacts?
    switch polygons.simplicity() {
    case .strict: return polygons.canonical()
    case .touching(let found): contacts = found
    case .unknown: contacts = nil
    }
    let overlay = Overlay(polygons, dropsOuterHoles: true)
    if polygons.isDear(contacts), let overlaid = overlay.result() { return overlaid }
    if contacts?.areInvalid != true, try isValidForGEOS(polygons) { return polygons.canonical() }
    return try overlay.snapped(contacts) ?? repaired(polygons).geometry
  }
}
