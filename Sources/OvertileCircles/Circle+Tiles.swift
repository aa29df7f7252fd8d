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
  ///   - scale: above 0; for a circle that pulses, `PulseEnvelope.largestScale`.
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
      var span = RowSpan(centerX: region.centerX, halfWidth: max(upper, lower), isOpen: lower > upper)
      if let widest, widest.y >= Double(row) * side, widest.y < Double(row + 1) * side {
        span = RowSpan(centerX: region.centerX, halfWidth: widest.halfWidth, isOpen: false)
      }
      upper = lower
      for columns in span.columns(zoom: zoom) { try body(TileCover.Run(row: UInt32(row), columns: columns)) }
    }
  }
}

/// The extent of a disc east and west within a row of tiles.
struct RowSpan {
  var centerX: Double
  /// Negative if the disc is not in the row.
  var halfWidth: Double
  /// Whether the half width is that of the row's southern edge, which the row does not hold.
  var isOpen: Bool

  /// The columns it touches, ascending.
  func columns(zoom: Int) -> [ClosedRange<UInt32>] {
    guard halfWidth >= 0 else { return [] }
    let side = Double(WorldGrid.tileSide(zoom: zoom))
    let across = Int64(1) << Int64(zoom)
    let whole = [0...UInt32(across - 1)]
    if 2 * halfWidth >= WorldGrid.side { return whole }
    let first = Int64(((centerX - halfWidth) / side).rounded(.down))
    let east = (centerX + halfWidth) / side
    let last = isOpen ? Int64(east.rounded(.up)) - 1 : Int64(east.rounded(.down))
    if last - first + 1 >= across { return whole }
    let (west, end) = (UInt32((first + across) % across), UInt32((last + across) % across))
    return west <= end ? [west...end] : [0...end, west...UInt32(across - 1)]
  }
}
