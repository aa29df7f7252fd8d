extension BuildReport {
  /// The books of a source: read = usable + rejected.
  public struct Source: Sendable, Codable {
    /// The name.
    public var name: String
    /// The files read.
    public var files: Int
    /// Uncompressed bytes read.
    public var bytes: UInt64
    /// Features found.
    public var read: Int
    /// Features that its layers were given.
    public var usable: Int
    /// Features that could not be used: not valid, or not transformable.
    public var rejected: Int
    /// Features that count against what is tolerated: the rejected, and those that are wrong for one layer at least, each
    /// once. Nil in reports of before that was counted.
    public var wrong: Int?
  }

  /// The books of a layer: read = accepted + filtered + rejected + withoutGeometry.
  public struct Layer: Sendable, Codable {
    /// The name.
    public var name: String
    /// Its source.
    public var source: String
    /// `cluster`, `circle` or `shape`.
    public var kind: String
    /// Usable features of its source.
    public var read = 0
    /// Features in the bundle.
    public var accepted = 0
    /// Features that the filter left out.
    public var filtered = 0
    /// Features that this layer cannot show, in the ledger.
    public var rejected = 0
    /// Features without a geometry, in the ledger.
    public var withoutGeometry = 0
    /// Accepted features that are not as they were, in the ledger.
    public var repaired = 0
    /// Points, circles or shapes of the features that the layer took: one feature may have several.
    public var items = 0
    /// Distinct overlays at the last zoom.
    public var overlays = 0
    /// What its features take on the ground: west, south, east, north in degrees, west > east across the 180th meridian;
    /// nil for an empty layer.
    public var bounds: [Double]?
    /// What became of the items at each zoom, ascending.
    public var zooms: [ZoomBooks] = []
    /// The first zoom after which the layer shows nothing more, only the same finer; nil when it has none.
    public var completeZoom: Int?
    /// About the bytes that the layer takes at the zooms after that; nil without one, and in a dry run.
    public var bytesBeyond: Int?
  }

  /// What became of a layer's items at a zoom: items = shown + merged + dissolved + filtered + hidden + dropped.
  public struct ZoomBooks: Sendable, Codable, Hashable {
    /// The zoom.
    public var zoom: Int
    /// Shown by themselves.
    public var shown = 0
    /// Shown as part of a cluster.
    public var merged = 0
    /// Shown only as part of a dissolved shape.
    public var dissolved = 0
    /// Left out by a filter that looks at the zoom.
    public var filtered = 0
    /// Left out by a `hide` rule.
    public var hidden = 0
    /// Left out because they are too small to draw, or beyond the edge of the map.
    public var dropped = 0
    /// Of a shape layer: the positions of its lines and polygons as they are simplified, before they are cut.
    public var positions: Int?
  }
}
