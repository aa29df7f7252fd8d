extension TileCover {
  /// The options for choosing the tiles that cover a viewport.
  public struct Options: Sendable, Hashable {
    /// The length of a tile's side, in points, such as 256 or 512.
    public var tileSize: Double
    /// The available zoom levels. If the camera's zoom is outside this range, the nearest available level is used.
    public var zooms: ClosedRange<Int> = 0...22
    /// The rule for rounding the camera's zoom to a zoom level. Rounding down enlarges the tiles. MapKit rounds to the
    /// nearest level.
    public var rounding = FloatingPointRoundingRule.down
    /// The maximum number of tiles that a cover may have.
    public var limit = 10_000

    /// Creates options for tiles of the given size, in points.
    public init(tileSize: Double) {
      self.tileSize = tileSize
    }

    /// Returns the zoom level of the tiles for the given camera. The level is in `zooms` and in the range 0...31.
    public func zoom(for camera: Camera) -> Int {
      let wanted = camera.zoom(tileSize: tileSize).rounded(rounding)
      let (low, high) = (max(zooms.lowerBound, 0), min(zooms.upperBound, 31))
      guard wanted > Double(low) else { return min(low, 31) }
      return wanted < Double(high) ? Int(wanted) : max(high, 0)
    }
  }
}

extension Camera {
  /// Returns the tiles that are visible in the given viewport. All tiles have the same zoom level.
  ///
  /// A tile is visible if it overlaps the outline that `visibleOutline(in:padded:)` returns for the whole view,
  /// including the areas under insets and padding. A tile that only touches the outline at an edge is not visible. Each
  /// tile is listed once, even if the world appears several times. The corners of the outline are first rounded to the
  /// world grid, and the result is then exact.
  ///
  /// - Throws: `CameraError.invalidCamera` or `.invalidViewport` if the camera, the tile size, or the viewport is
  ///   invalid, or `.tooManyTiles` if the number of tiles exceeds the limit in `options`.
  /// - Complexity: O(n log n), where n is the number of rows of tiles that the outline crosses.
  public func visibleTiles(in viewport: MapViewport, options: TileCover.Options) throws(CameraError) -> TileCover {
    guard isValid, options.tileSize > 0 else { throw .invalidCamera }
    let zoom = options.zoom(for: self)
    // Farther out, by 131,072 worlds, the world grid is not exact.
    let outline = try visibleOutline(in: viewport).clipped(to: 0x1p45)
    let rows = outline.map { min(max($0.y / MapPoint.worldSide, 0), 1) * exp2(Double(zoom)) }
    guard let north = rows.min(), let south = rows.max() else { return TileCover(convex: [], zoom: zoom) }
    // A row holds a tile at least: this keeps the cover small before it is made.
    guard south - north <= Double(options.limit) + 1 else { throw .tooManyTiles(limit: options.limit) }
    let cover = TileCover(convex: outline, zoom: zoom)
    guard cover.count <= UInt64(max(options.limit, 0)) else { throw .tooManyTiles(limit: options.limit) }
    return cover
  }
}

extension [MapPoint] {
  /// The part of a convex polygon within +-`reach` map points on both axes. Source: Sutherland and Hodgman 1974.
  fileprivate func clipped(to reach: Double) -> [MapPoint] {
    guard contains(where: { abs($0.x) > reach || abs($0.y) > reach }) else { return self }
    let sides: [(MapPoint) -> Double] = [
      { reach - $0.x }, { reach + $0.x }, { reach - $0.y }, { reach + $0.y },
    ]
    return sides.reduce(self) { $0.clipped(keeping: $1) }
  }

  /// The part of a ring on which a linear function is not negative. O(positions).
  package func clipped(keeping inside: (MapPoint) -> Double) -> [MapPoint] {
    var kept: [MapPoint] = []
    guard var from = last else { return kept }
    for to in self {
      let (a, b) = (inside(from), inside(to))
      if (a < 0) != (b < 0) {
        let share = a / (a - b)
        kept.append(MapPoint(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share))
      }
      if b >= 0 { kept.append(to) }
      from = to
    }
    return kept
  }
}
