import MapMath
import OvertileCore

/// A line or polygon in a shape layer, simplified for its zoom, or a point that replaces a shape that is too small to
/// draw.
///
/// A shape consists of clipped features, each of which is drawn within its own tile, so clipped features meet but never
/// overlap. To draw a polygon, combine the polygons of all clipped features into one path, such as an `MKMultiPolygon`.
/// To draw its edges, stroke `outline`, which omits the cuts between tiles.
public struct ShapeOverlay: Sendable, Hashable, Identifiable {
  /// The identity of the shape.
  public var id: OverlayID
  /// The clipped features of the shape, one per tile, sorted by tile.
  public var clippedFeatures: [ClippedFeature]
  /// The position for a label, which is the center of the largest circle inside the polygon, or `nil` if there is no
  /// label.
  ///
  /// Every polygon has a label in a layer with `label: true`. In a layer with `label: point`, a polygon has a label if
  /// the tile that contains the label was read.
  public var label: Coordinate?
  /// The label's rank by polygon area, with larger polygons first, or `nil` if the layer does not specify
  /// `label: point`.
  public var labelRank: Int?
  /// The properties of the source feature.
  public var properties: NamedValues<PropertyValue>

  /// The distinct points of the overlay, if it consists of points or replaces shapes that are too small to draw.
  public var points: [Coordinate] { clippedFeatures.distinctPoints }
  /// The lines of all clipped features, each within its tile.
  public var lines: [[MapPoint]] { clippedFeatures.flatMap(\.lines) }
  /// The polygons of all clipped features, each within its tile.
  public var polygons: [OverlayPolygon] { clippedFeatures.flatMap(\.polygons) }
  /// The lines to stroke along the edges of polygons, without the cuts between tiles and at the antimeridian.
  public var outline: [[MapPoint]] { clippedFeatures.flatMap(\.outline) }
}

/// A single shape that combines overlapping circles of one class. Draw it in the same way as a `ShapeOverlay`.
public struct DissolvedCirclesOverlay: Sendable, Hashable, Identifiable {
  /// The identity of the class of circles.
  public var id: OverlayID
  /// The number of circles in the class at the zoom of the tiles, in the whole world.
  public var circleCount: Int
  /// The clipped features of the shape, one per tile, sorted by tile.
  public var clippedFeatures: [ClippedFeature]
  /// A collection that contains the property that defines the class of circles. Empty if no property defines the class.
  public var properties: NamedValues<PropertyValue>

  /// The polygons of all clipped features, each within its tile.
  public var polygons: [OverlayPolygon] { clippedFeatures.flatMap(\.polygons) }
  /// The lines to stroke along the edges of the shape, without the cuts between tiles and at the antimeridian.
  public var outline: [[MapPoint]] { clippedFeatures.flatMap(\.outline) }
}

/// A feature that is not an overlay of a known kind.
public struct FeatureOverlay: Sendable, Hashable, Identifiable {
  /// The identity of the feature.
  public var id: OverlayID
  /// The clipped features, sorted by tile. A tile can contain several of them.
  public var clippedFeatures: [ClippedFeature]
  /// All properties of the feature, as stored in the tile.
  public var properties: NamedValues<PropertyValue>
  /// The reason that the feature is not an overlay of its layer's kind, or `nil` if this library does not support the
  /// kind.
  public var fault: String?
}
