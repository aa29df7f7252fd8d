extension TileCover {
  /// The options for choosing the tiles that cover a viewport.
  public struct Options: Sendable, Hashable {
    /// The side of a tile in points, such as 256 or 512.
    public var tileSize: Double
    /// The available zooms. A camera outside this range uses the nearest zoom.
    public var zooms: ClosedRange<Int> = 0...22
    /// The rule for rounding the camera's zoom. Rounding down enlarges tiles; Apple rounds to the nearest zoom.
    public var rounding = FloatingPointRoundingRule.down
    /// The maximum number of tiles to list.
    public var limit = 10_000

    /// Creates options for tiles of a size in points.
    public init(tileSize: Double) {
      self.tileSize = tileSize
    }

    /// Returns the zoom of the tiles for a camera, within `zooms` and 0...31.
    public func zoom(for camera: Camera) -> Int {
      let wanted = camera.zoom(tileSize: tileSize).rounded(rounding)
      let (low, high) = (max(zooms.lowerBound, 0), min(zooms.upperBound, 31))
      guard wanted > Double(low) else { return min(low, 31) }
      return wanted < Double(high) ? Int(wanted) : max(high, 0)
    }
  }
}

extension Camera {
  /// Returns the tiles of one zoom that a viewport shows.
  ///
  /// A tile is visible if it overlaps `visibleOutline(in:padded:)`, which includes insets and padding; touching at an
  /// edge is not enough. Each tile is listed once, however often the world repeats. The result is exact for the outline
  /// on the world grid. O(rows log rows).
  ///
  /// - Throws: `CameraError.invalidCamera`, `.invalidViewport`, `.tooManyTiles`.
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

  /// The part on which a linear function is not negative.
  private func clipped(keeping inside: (MapPoint) -> Double) -> [MapPoint] {
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
