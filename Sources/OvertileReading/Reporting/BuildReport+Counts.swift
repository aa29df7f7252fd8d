extension BuildReport {
  /// The counts of a source: read = usable + rejected.
  @dynamicMemberLookup
  public struct Source: Sendable {
    /// The name.
    public var name: String
    /// The files read.
    public var files: Int
    /// The counts of features and bytes. Their members are also members of this value, in Swift and in JSON.
    public var counts = SourceCounts()

    /// A count.
    public subscript<Count>(dynamicMember count: WritableKeyPath<SourceCounts, Count>) -> Count {
      get { counts[keyPath: count] }
      set { counts[keyPath: count] = newValue }
    }
  }

  /// The counts of a layer: read = accepted + filtered + rejected + withoutGeometry.
  @dynamicMemberLookup
  public struct Layer: Sendable {
    /// The name.
    public var name: String
    /// Its source.
    public var source: String
    /// `cluster`, `circle` or `shape`.
    public var kind: String
    /// The features by result. These counts are also members of this value, in Swift and in JSON.
    public var counts = LayerCounts()
    /// Points, circles or shapes of the accepted features: one feature may have several.
    public var items = 0
    /// Distinct overlays at the last zoom.
    public var overlays = 0
    /// The bounds of its features: west, south, east, north in degrees, west > east across the antimeridian;
    /// nil for an empty layer.
    public var bounds: [Double]?
    /// The items at each zoom by how they are shown, ascending.
    public var zooms: [ZoomCounts] = []
    /// The first zoom after which the layer shows nothing new, only more detail; nil if it has none.
    public var completeZoom: Int?
    /// An estimate of the layer's bytes at the zooms after that; nil without one, and in a dry run.
    public var bytesBeyond: Int?
    /// What `snap` has joined; nil for a layer without it.
    public var snapping: Snapping?

    /// A count.
    public subscript<Count>(dynamicMember count: WritableKeyPath<LayerCounts, Count>) -> Count {
      get { counts[keyPath: count] }
      set { counts[keyPath: count] = newValue }
    }
  }

  /// The borders of a layer that `snap` has joined.
  public struct Snapping: Sendable, Codable, Hashable {
    /// The distance in meters.
    public var meters: Double
    /// Positions that were moved onto others, each counted once.
    public var movedPositions = 0
    /// Segments that received positions of other shapes.
    public var splitSegments = 0
    /// Shapes that changed.
    public var shapes = 0
    /// The changed shapes that were repaired as well.
    public var repaired = 0
    /// Shapes that were not joined everywhere, because that would turn a polygon over, collapse it, or make it
    /// invalid.
    public var kept = 0

    package init(meters: Double) { self.meters = meters }
  }

  /// A layer's items at a zoom by how they are shown: items = shown + merged + dissolved + filtered + hidden + dropped.
  public struct ZoomCounts: Sendable, Codable, Hashable {
    /// The zoom.
    public var zoom: Int
    /// Shown individually.
    public var shown = 0
    /// Shown as part of a cluster.
    public var merged = 0
    /// Shown only as part of a dissolved shape.
    public var dissolved = 0
    /// Left out by a filter that depends on the zoom.
    public var filtered = 0
    /// Left out by a `hide` rule.
    public var hidden = 0
    /// Left out because they are too small to draw, or beyond the edge of the map.
    public var dropped = 0
    /// For a shape layer: the number of positions of its simplified lines and polygons, before they are clipped.
    public var positions: Int?

    package init(
      zoom: Int, shown: Int = 0, merged: Int = 0, dissolved: Int = 0, filtered: Int = 0, hidden: Int = 0,
      dropped: Int = 0, positions: Int? = nil
    ) {
      (self.zoom, self.shown, self.merged, self.dissolved, self.filtered, self.hidden, self.dropped, self.positions) = (
        zoom, shown, merged, dissolved, filtered, hidden, dropped, positions
      )
    }

    /// Whether nothing is shown.
    public var isEmpty: Bool { shown + merged + dissolved == 0 }

    /// Adds the counts of other items at the same zoom.
    package static func += (a: inout Self, b: Self) {
      a.shown += b.shown
      a.merged += b.merged
      a.dissolved += b.dissolved
      a.filtered += b.filtered
      a.hidden += b.hidden
      a.dropped += b.dropped
      if let more = b.positions { a.positions = (a.positions ?? 0) + more }
    }
  }
}
