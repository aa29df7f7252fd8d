extension BuildReport {
  /// The counts of a source: read = usable + rejected.
  @dynamicMemberLookup
  public struct Source: Sendable {
    /// The source's name.
    public var name: String
    /// The number of files that were read.
    public var files: Int
    /// The counts of features and bytes, which are also direct members of this value in Swift and in JSON.
    public var counts = SourceCounts()

    /// Accesses a count by its key path.
    public subscript<Count>(dynamicMember count: WritableKeyPath<SourceCounts, Count>) -> Count {
      get { counts[keyPath: count] }
      set { counts[keyPath: count] = newValue }
    }
  }

  /// The counts of a layer: read = accepted + filtered + rejected + withoutGeometry.
  @dynamicMemberLookup
  public struct Layer: Sendable {
    /// The layer's name.
    public var name: String
    /// The name of the layer's source.
    public var source: String
    /// The kind of the layer: `cluster`, `circle` or `shape`.
    public var kind: String
    /// The numbers of features by result, which are also direct members of this value in Swift and in JSON.
    public var counts = LayerCounts()
    /// The number of points, circles or shapes in the accepted features. A feature may have several.
    public var items = 0
    /// The number of distinct overlays at the maximum zoom.
    public var overlays = 0
    /// The bounds of the layer's features in degrees: west, south, east and north; nil for an empty layer. West is
    /// greater than east if the bounds cross the antimeridian.
    public var bounds: [Double]?
    /// The counts of items at each zoom, in ascending order.
    public var zooms: [ZoomCounts] = []
    /// The first zoom after which the layer shows nothing new, only more detail; nil if there is none.
    public var completeZoom: Int?
    /// The estimated size in bytes of the layer's tiles after `completeZoom`; nil without `completeZoom` and in a dry
    /// run.
    public var bytesBeyond: Int?
    /// The borders that `snap` joined; nil for a layer without `snap`.
    public var snapping: Snapping?

    /// Accesses a count by its key path.
    public subscript<Count>(dynamicMember count: WritableKeyPath<LayerCounts, Count>) -> Count {
      get { counts[keyPath: count] }
      set { counts[keyPath: count] = newValue }
    }
  }

  /// The borders that `snap` joined in a layer.
  public struct Snapping: Sendable, Codable, Hashable {
    /// The snapping distance in meters.
    public var meters: Double
    /// The number of positions that were moved onto others, each counted once.
    public var movedPositions = 0
    /// The number of segments that received positions of other shapes.
    public var splitSegments = 0
    /// The number of shapes that changed.
    public var shapes = 0
    /// The number of changed shapes that were also repaired.
    public var repaired = 0
    /// The number of shapes that were not joined everywhere, because that would invert or collapse a polygon, or make
    /// it invalid.
    public var kept = 0

    package init(meters: Double) { self.meters = meters }
  }

  /// The numbers of a layer's items at a zoom, by how they are shown: items = shown + merged + dissolved + filtered +
  /// hidden + dropped.
  public struct ZoomCounts: Sendable, Codable, Hashable {
    /// The zoom.
    public var zoom: Int
    /// The number of items that are shown individually.
    public var shown = 0
    /// The number of items that are shown as part of a cluster.
    public var merged = 0
    /// The number of items that are shown only as part of a dissolved shape.
    public var dissolved = 0
    /// The number of items that a zoom-dependent filter excludes.
    public var filtered = 0
    /// The number of items that a `hide` rule hides.
    public var hidden = 0
    /// The number of items that are too small to draw or lie beyond the edge of the map.
    public var dropped = 0
    /// For a shape layer, the number of positions in its simplified lines and polygons before clipping.
    public var positions: Int?

    package init(
      zoom: Int, shown: Int = 0, merged: Int = 0, dissolved: Int = 0, filtered: Int = 0, hidden: Int = 0,
      dropped: Int = 0, positions: Int? = nil
    ) {
      (self.zoom, self.shown, self.merged, self.dissolved, self.filtered, self.hidden, self.dropped, self.positions) = (
        zoom, shown, merged, dissolved, filtered, hidden, dropped, positions
      )
    }

    /// Whether no item is shown.
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
