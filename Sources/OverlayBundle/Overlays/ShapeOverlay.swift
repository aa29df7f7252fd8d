import MapMath
import OvertileCore

/// A line or polygon in a shape layer, simplified for its zoom, or a point that replaces a shape that is too small to
/// draw.
///
/// A shape consists of clipped features, each of which is drawn within its own tile. Clipped features of neighboring
/// tiles meet but never overlap. To draw a polygon, combine the polygons of all clipped features into one path, such as
/// an `MKMultiPolygon`. To draw the edges of the polygon, stroke `outline`, which omits the cuts between tiles.
public struct ShapeOverlay: Sendable, Hashable, Identifiable {
  /// The identity of the shape.
  public var id: OverlayID
  /// The clipped features of the shape, one for each tile, sorted by tile.
  public var clippedFeatures: [ClippedFeature]
  /// The position of the label, or `nil` if there is no label. The position is the center of the largest circle inside
  /// the polygon.
  ///
  /// In a layer with `label: true`, every polygon has a label. In a layer with `label: point`, the label is
  /// available only if the tile that contains its position was read.
  public var label: Coordinate?
  /// The label's rank by polygon area, with larger polygons first, or `nil` if the layer does not specify
  /// `label: point`.
  public var labelRank: Int?
  /// The properties of the source feature.
  public var properties: NamedValues<PropertyValue>

  /// The distinct points of all clipped features. A shape that is too small to draw is replaced with such a point.
  public var points: [Coordinate] { clippedFeatures.distinctPoints }
  /// The lines of all clipped features. Each line lies within one tile.
  public var lines: [[MapPoint]] { clippedFeatures.flatMap(\.lines) }
  /// The polygons of all clipped features. Each polygon lies within one tile.
  public var polygons: [OverlayPolygon] { clippedFeatures.flatMap(\.polygons) }
  /// The lines to stroke along the edges of polygons. The cuts between tiles and along the antimeridian are omitted.
  public var outline: [[MapPoint]] { clippedFeatures.flatMap(\.outline) }
}

/// A single shape that combines overlapping circles of one class. Draw it in the same way as a `ShapeOverlay`.
public struct DissolvedCirclesOverlay: Sendable, Hashable, Identifiable {
  /// The identity of the group of circles that this shape combines.
  public var id: OverlayID
  /// The total number of circles in the class at the zoom of the tiles, including circles outside the tiles that were
  /// read.
  public var circleCount: Int
  /// The clipped features of the shape, one for each tile, sorted by tile.
  public var clippedFeatures: [ClippedFeature]
  /// A collection that contains the property that defines the class of circles. The collection is empty if no property
  /// defines the class.
  public var properties: NamedValues<PropertyValue>

  /// The polygons of all clipped features. Each polygon lies within one tile.
  public var polygons: [OverlayPolygon] { clippedFeatures.flatMap(\.polygons) }
  /// The lines to stroke along the edges of the shape. The cuts between tiles and along the antimeridian are omitted.
  public var outline: [[MapPoint]] { clippedFeatures.flatMap(\.outline) }
}

/// A feature that cannot be read as any other kind of overlay, for example because the feature is damaged or was
/// written by another program.
public struct FeatureOverlay: Sendable, Hashable, Identifiable {
  /// The identity of the feature.
  public var id: OverlayID
  /// The clipped features, sorted by tile. A tile can contain several of them.
  public var clippedFeatures: [ClippedFeature]
  /// All properties of the feature, as stored in the tile.
  public var properties: NamedValues<PropertyValue>
  /// The reason that the feature is not a valid overlay of its layer's kind, or `nil` if this library does not support
  /// that kind.
  public var fault: String?
}
