import MapMath

/// Cuts one line or polygon shape down to its tiles.
///
/// The range of tiles is halved along its longer side, the shape with it, until one tile is left: O(n log tiles) for the
/// outline and O(1) for each tile inside, whatever the number of positions.
struct TileDescent {
  let cut: TileCut

  /// Receives the part of a shape in one tile.
  ///
  /// - Parameters:
  ///   - column: the column, which may continue past the antimeridian.
  ///   - row: the row.
  ///   - geometry: the part, in world grid units; nil if the shape covers the whole tile with its buffer.
  typealias Visit = (_ column: Int, _ row: Int, _ geometry: ClipGeometry?) throws -> Void

  /// Calls back for each tile of a range that the geometry meets.
  func descend(_ geometry: ClipGeometry, _ range: TileRange, _ visit: Visit) throws {
    guard let bounds = geometry.shape.bounds,
      let range = range.intersection(cut.tiles(meeting: bounds))
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

    let (below, above) = (cut.bufferedEnd(middle), cut.bufferedStart(middle + 1))
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
      bounds.minX == cut.bufferedStart(range.columns.lowerBound),
      bounds.maxX == cut.bufferedEnd(range.columns.upperBound),
      bounds.minY == cut.bufferedStart(range.rows.lowerBound),
      bounds.maxY == cut.bufferedEnd(range.rows.upperBound)
    else { return false }
    let area = Shoelace.doubledArea(geometry.x, geometry.y, 0..<5)
    return area == 2 * (bounds.maxX - bounds.minX) * (bounds.maxY - bounds.minY)
  }
}
