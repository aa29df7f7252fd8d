extension BuildReport {
  /// The counts for a source or for part of a source. The count `read` is the sum of `usable` and `rejected`.
  public struct Source: Sendable, Codable {
    /// The name of the source.
    public var name: String
    /// The number of the source's files that were read.
    public var files: Int
    /// The number of uncompressed bytes that were read.
    public var bytes: UInt64 = 0
    /// The number of features that were found in the source.
    public var read = 0
    /// The number of features that were passed to the source's layers.
    public var usable = 0
    /// The number of features that could not be used because they were invalid or could not be transformed.
    public var rejected = 0
    /// The number of features that count toward `maxRejected`, or `nil` if the report is from an earlier version of
    /// Overtile.
    ///
    /// These are the rejected features and the features that have an error in at least one layer.
    public var wrong: Int? = 0
    /// The time of the data, in seconds since January 1, 1970, or `nil` if the time is unknown.
    ///
    /// If `maxAge` names a property, this is the property's latest value. Otherwise, this is the modification time of the
    /// oldest file.
    public var time: Double?

    package init(name: String, files: Int = 0) { (self.name, self.files) = (name, files) }

    /// Adds the counts of a part.
    package static func += (a: inout Self, b: Self) {
      a.bytes += b.bytes
      for number in [\Self.files, \.read, \.usable, \.rejected] { a[keyPath: number] += b[keyPath: number] }
      a.wrong = (a.wrong ?? 0) + (b.wrong ?? 0)
      a.time = [a.time, b.time].compactMap(\.self).max()
    }
  }

  /// The counts for a layer. The count `read` is the sum of `accepted`, `filtered`, `rejected`, and `withoutGeometry`.
  public struct Layer: Sendable, Codable {
    /// The name of the layer.
    public var name: String
    /// The name of the layer's source.
    public var source: String
    /// The kind of layer: `cluster`, `circle`, or `shape`.
    public var kind: String
    /// The number of usable features in the layer's source.
    public var read = 0
    /// The number of features that the layer adds to the bundle.
    public var accepted = 0
    /// The number of features that the layer's filter excluded.
    public var filtered = 0
    /// The number of features that the layer cannot show. These features are listed in the ledger.
    public var rejected = 0
    /// The number of features without a geometry. These features are listed in the ledger.
    public var withoutGeometry = 0
    /// The number of accepted features that were changed. These features are listed in the ledger.
    public var repaired = 0
    /// The number of points, circles, or shapes in the accepted features. A feature may contain several such items.
    public var items = 0
    /// The number of distinct overlays at the maximum zoom.
    public var overlays = 0
    /// The bounds of the layer's features, in degrees, or `nil` if the layer is empty.
    ///
    /// The array contains the western, southern, eastern, and northern bounds, in that order. The western bound is
    /// greater than the eastern bound if the features cross the antimeridian.
    public var bounds: [Double]?
    /// The counts of the layer's items at each zoom, sorted by zoom in ascending order.
    public var zooms: [ZoomCounts] = []
    /// The first zoom after which the layer shows nothing new, for example because no more clusters are split, or `nil`
    /// if there is no such zoom. Higher zooms show only more detail.
    public var completeZoom: Int?
    /// The estimated size, in bytes, of the layer's tiles at zooms higher than `completeZoom`. The value is `nil` if
    /// `completeZoom` is `nil` or if the run was a dry run.
    public var bytesBeyond: Int?
    /// The results of joining the layer's borders with `snap`, or `nil` if the layer does not use `snap`.
    public var snapping: Snapping?

    /// Adds the numbers of other features of the layer.
    package static func += (a: inout Self, b: Self) {
      for number in [\Self.read, \.accepted, \.filtered, \.rejected, \.withoutGeometry, \.repaired] {
        a[keyPath: number] += b[keyPath: number]
      }
    }
  }

  /// The results of joining a layer's borders with `snap`.
  public struct Snapping: Sendable, Codable, Hashable {
    /// The snapping distance, in meters.
    public var meters: Double
    /// The number of positions that were moved onto other positions. Each moved position is counted only once.
    public var movedPositions = 0
    /// The number of segments into which positions of other shapes were inserted.
    public var splitSegments = 0
    /// The number of shapes that were changed by snapping.
    public var shapes = 0
    /// The number of changed shapes that were also repaired.
    public var repaired = 0
    /// The number of shapes whose borders were not joined everywhere, because joining them would have inverted,
    /// collapsed, or invalidated a polygon.
    public var kept = 0

    package init(meters: Double) { self.meters = meters }
  }

  /// The numbers of a layer's items at a zoom, grouped by how the items are shown.
  ///
  /// The total number of items is the sum of `shown`, `merged`, `dissolved`, `filtered`, `hidden`, and `dropped`.
  public struct ZoomCounts: Sendable, Codable, Hashable {
    /// The zoom to which the counts apply.
    public var zoom: Int
    /// The number of items that are shown individually.
    public var shown = 0
    /// The number of items that are shown as part of a cluster.
    public var merged = 0
    /// The number of items that are shown only as part of a dissolved shape.
    public var dissolved = 0
    /// The number of items that are excluded by a zoom-dependent filter.
    public var filtered = 0
    /// The number of items that are hidden by a `hide` rule.
    public var hidden = 0
    /// The number of items that are too small to draw or that lie beyond the edge of the map.
    public var dropped = 0
    /// The number of positions in the simplified lines and polygons of a shape layer, before clipping, or `nil` for a
    /// layer of another kind.
    public var positions: Int?

    package init(zoom: Int, positions: Int? = nil) { (self.zoom, self.positions) = (zoom, positions) }

    /// Whether no items are shown at the zoom.
    public var isEmpty: Bool { shown + merged + dissolved == 0 }

    /// Adds the counts of other items at the same zoom.
    package static func += (a: inout Self, b: Self) {
      for number in [\Self.shown, \.merged, \.dissolved, \.filtered, \.hidden, \.dropped] {
        a[keyPath: number] += b[keyPath: number]
      }
      if let more = b.positions { a.positions = (a.positions ?? 0) + more }
    }
  }
}
