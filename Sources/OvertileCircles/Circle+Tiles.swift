import MapMath

extension Circle {
  /// The tiles of a zoom that the closed disc touches, its radius times `scale`, and no other.
  ///
  /// Tiles are half open as in `TileID`: a disc that only meets a tile's eastern or southern edge does not touch it. Columns
  /// wrap around the antimeridian. A part beyond latitude +-85.0511 touches nothing. The result is that of exact
  /// arithmetic for a radius within 100 nm (geodesic) or a millionth of a grid unit (mapkit, pixels) of the true one.
  /// The disc is tested itself, not the polygon of `ring`.
  ///
  /// - Parameters:
  ///   - zoom: 0...31.
  ///   - scale: above 0; for a circle that pulses, the largest scale of the pulse.
  /// - Complexity: O(rows), for geodesic circles with about a dozen geodesics each.
  package func tiles(atZoom zoom: Int, scale: Double = 1) -> TileCover {
    var runs: [TileCover.Run] = []
    forEachTileRun(atZoom: zoom, scale: scale) { runs.append($0) }
    // At most two runs a row, apart from each other: a full row is one.
    return TileCover(zoom: zoom, sortedRuns: runs)
  }

  /// Calls `body` with the runs of `tiles(atZoom:scale:)` one after the other, in O(1) space.
  package func forEachTileRun(atZoom zoom: Int, scale: Double = 1, _ body: (TileCover.Run) throws -> Void) rethrows {
    let region = region(zoom: zoom, scale: scale)
    let side = Double(WorldGrid.tileSide(zoom: zoom))
    guard region.top < WorldGrid.side, region.bottom >= 0 else { return }
    let first = UInt64(max(region.top, 0) / side)
    let last = UInt64(min(region.bottom, WorldGrid.side.nextDown) / side)
    let widest = region.widest
    var upper = region.halfWidth(atY: Double(first) * side)
    for row in first...last {
      let lower = region.halfWidth(atY: Double(row + 1) * side)
      var (halfWidth, isOpen) = (max(upper, lower), lower > upper)
      if let widest, widest.y >= Double(row) * side, widest.y < Double(row + 1) * side {
        (halfWidth, isOpen) = (widest.halfWidth, false)
      }
      upper = lower
      for columns in Self.columns(around: region.centerX, halfWidth, isOpen: isOpen, zoom: zoom) {
        try body(TileCover.Run(row: UInt32(row), columns: columns))
      }
    }
  }

  /// The columns that a disc touches within a row of tiles, ascending.
  ///
  /// - Parameters:
  ///   - halfWidth: its extent east and west; negative if the disc is not in the row.
  ///   - isOpen: whether the half width is that of the row's southern edge, which the row does not hold.
  private static func columns(
    around centerX: Double, _ halfWidth: Double, isOpen: Bool, zoom: Int
  ) -> [ClosedRange<UInt32>] {
    guard halfWidth >= 0 else { return [] }
    // More than a world is a whole row, however the edges are rounded.
    if 2 * halfWidth >= WorldGrid.side { return TileCover.Run.columns(from: 0, through: .max, zoom: zoom) }
    let side = Double(WorldGrid.tileSide(zoom: zoom))
    let east = (centerX + halfWidth) / side
    return TileCover.Run.columns(
      from: Int64(((centerX - halfWidth) / side).rounded(.down)),
      through: isOpen ? Int64(east.rounded(.up)) - 1 : Int64(east.rounded(.down)), zoom: zoom)
  }
}
