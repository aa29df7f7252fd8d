extension TileCover {
  /// Creates a cover of the tiles that overlap the given polygons at the given zoom level.
  ///
  /// A polygon that only touches the edge of a tile does not overlap the tile. Rings may be clockwise or
  /// counterclockwise. Columns wrap around the antimeridian, and there are no tiles in rows outside the world. Lines
  /// and points cover no tiles. A polygon also covers no tiles if it has positions that are not whole numbers or are
  /// beyond 2^50.
  ///
  /// - Parameters:
  ///   - geometry: The polygons on the world grid, in unwrapped grid units.
  ///   - zoom: The zoom level, in the range 0...31.
  /// - Complexity: O(n log n), where n is the number of rows that each ring crosses, summed over all rings.
  public init(of geometry: WorldGeometry, zoom: Int) {
    var builder = TileRunBuilder(zoom: zoom)
    if geometry.kind == .polygons {
      for polygon in geometry.polygonEnds.indices {
        let rings = geometry.rings(ofPolygon: polygon).map { ring in
          geometry.positions(ofRing: ring).map { (x: geometry.x[$0], y: geometry.y[$0]) }
        }
        builder.add(rings: rings)
      }
    }
    self = builder.cover()
  }

  /// Creates a cover of the tiles that overlap a polygon at the given zoom level. The polygon consists of rings, in map
  /// points.
  ///
  /// The rings may be open or closed. The corners are first rounded to the world grid, in which a unit is a sixteenth
  /// of a map point, or about 9 mm at the equator. The result is then exact, as in `init(of:zoom:)`. Rings that cross
  /// the antimeridian extend below x = 0 or beyond x = 2^28. To create such rings, use `MapPoint.unwrapped(_:)`.
  ///
  /// - Parameters:
  ///   - rings: The rings of the polygon, such as an outer ring and its holes. A position is inside the polygon if it
  ///     is inside an odd number of rings.
  ///   - zoom: The zoom level, in the range 0...31.
  public init(polygon rings: [[MapPoint]], zoom: Int) {
    var builder = TileRunBuilder(zoom: zoom)
    builder.add(rings: rings.map { $0.map(TileGrid.units) })
    self = builder.cover()
  }

  /// Creates a cover of the tiles of a zoom that overlap a convex polygon: `init(polygon:zoom:)` for a single ring.
  ///
  /// - Parameters:
  ///   - corners: The corners of a convex polygon with a nonzero area, in unwrapped map points. The direction does not
  ///     matter; the polygon may be open or closed.
  ///   - zoom: The zoom, 0...31.
  public init(convex corners: [MapPoint], zoom: Int) { self.init(polygon: [corners], zoom: zoom) }
}

extension TileGrid {
  /// A map point on the world grid, unwrapped.
  static func units(_ point: MapPoint) -> (x: Double, y: Double) {
    let scale = WorldGrid.side / MapPoint.worldSide
    return ((point.x * scale + 0.5).rounded(.down), (point.y * scale + 0.5).rounded(.down))
  }

  /// Whether comparisons of these positions are exact.
  static func isExact(_ ring: [(x: Double, y: Double)]) -> Bool {
    ring.allSatisfy {
      abs($0.x) <= limit && abs($0.y) <= limit && $0.x.rounded() == $0.x && $0.y.rounded() == $0.y
    }
  }
}

extension TileRunBuilder {
  /// Adds the tiles that one polygon reaches, its rings in whole grid units.
  mutating func add(rings: [[(x: Double, y: Double)]]) {
    guard rings.allSatisfy(TileGrid.isExact) else { return }
    let side = Double(WorldGrid.tileSide(zoom: zoom))
    let end = (Int64(1) << Int64(zoom)) - 1
    var crossings: [(row: Int64, column: Int64)] = []
    for ring in rings {
      guard var from = ring.last else { continue }
      for position in ring {
        let edge = TileEdge(from: from, to: position, side: side)
        from = position
        let last = min(edge.rows.last, end)
        for row in stride(from: max(edge.rows.first, 0), through: last, by: 1) {
          let columns = edge.columns(inRow: row)
          add(row: row, first: columns.first, last: columns.last)
          if let column = edge.crossing(inRow: row) { crossings.append((row, column)) }
        }
      }
    }
    fill(crossings)
  }

  /// Adds the columns between every two crossings of a row. Columns that an edge reaches are there already, so it does
  /// not matter on which side of a crossing they count.
  private mutating func fill(_ crossings: [(row: Int64, column: Int64)]) {
    let sorted = crossings.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    for i in stride(from: 0, to: sorted.count - 1, by: 2) {
      add(row: sorted[i].row, first: sorted[i].column, last: sorted[i + 1].column - 1)
    }
  }
}
