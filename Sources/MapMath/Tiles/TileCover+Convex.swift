extension TileCover {
  /// Creates a cover of the tiles that overlap a convex polygon at the given zoom level.
  ///
  /// The result is the same as with `init(polygon:zoom:)`, but it is computed faster.
  ///
  /// - Parameters:
  ///   - corners: The corners of a convex polygon with a nonzero area, in unwrapped map points. The order of the
  ///     corners may be clockwise or counterclockwise, and the polygon may be open or closed.
  ///   - zoom: The zoom level, in the range 0...31.
  /// - Complexity: O(n + m), where n is the number of corners and m is the number of rows of tiles that the polygon
  ///   crosses.
  public init(convex corners: [MapPoint], zoom: Int) {
    let ring = corners.map(TileGrid.units)
    let side = Double(WorldGrid.tileSide(zoom: zoom))
    guard TileGrid.isExact(ring), let north = ring.map(\.y).min(), let south = ring.map(\.y).max() else {
      self.init(zoom: zoom, sortedRuns: [])
      return
    }
    let first = max(Int64((north / side).rounded(.down)), 0)
    let last = min(Int64((south / side).rounded(.up)) - 1, (1 << Int64(zoom)) - 1)
    guard first <= last, var from = ring.last else {
      self.init(zoom: zoom, sortedRuns: [])
      return
    }
    var reach = [(west: Int64, east: Int64)](repeating: (.max, .min), count: Int(last - first + 1))
    for to in ring {
      let edge = TileEdge(from: from, to: to, side: side)
      from = to
      let end = min(edge.rows.last, last)
      var row = max(edge.rows.first, first)
      while row <= end {
        let columns = edge.columns(inRow: row)
        let known = reach[Int(row - first)]
        reach[Int(row - first)] = (min(known.west, columns.first), max(known.east, columns.last))
        row += 1
      }
    }
    var builder = TileRunBuilder(zoom: zoom)
    for (i, columns) in reach.enumerated() {
      builder.add(row: first + Int64(i), first: columns.west, last: columns.east)
    }
    self = builder.cover()
  }
}
