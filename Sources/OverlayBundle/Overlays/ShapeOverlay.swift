import MapMath
import OvertileCore

/// A line or polygon of a shape layer, simplified for its zoom, or the point that replaces a shape that is too small.
///
/// It consists of the clipped features in the tiles. Each clipped feature is drawn within its own tile, so clipped
/// features meet but never overlap. Put the polygons of all clipped features into one path (`MKMultiPolygon`), and
/// stroke `outline`, which omits the cuts.
public struct ShapeOverlay: Sendable, Hashable, Identifiable {
  /// The identity of the shape.
  public var id: OverlayID
  /// The clipped features, one per tile, in the order of the tiles.
  public var clippedFeatures: [ClippedFeature]
  /// The center of the largest circle inside the polygon, for a label. Polygons in layers with `label: true` have one.
  /// Polygons in layers with `label: point` have one in the tile that contains it.
  public var label: Coordinate?
  /// The rank of the label by the polygon's area, with larger polygons first; nil without `label: point`.
  public var labelRank: Int?
  /// The properties of the source feature.
  public var properties: NamedValues<PropertyValue>

  /// The distinct points, if the overlay replaces shapes that are too small to draw, or if it consists of points.
  public var points: [Coordinate] { clippedFeatures.distinctPoints }
  /// The lines of all clipped features, each within its tile.
  public var lines: [[MapPoint]] { clippedFeatures.flatMap(\.lines) }
  /// The polygons of all clipped features, each within its tile.
  public var polygons: [OverlayPolygon] { clippedFeatures.flatMap(\.polygons) }
  /// The lines to stroke along polygons: their edges, without the cuts between tiles and at the antimeridian.
  public var outline: [[MapPoint]] { clippedFeatures.flatMap(\.outline) }
}

/// Overlapping circles of one class, combined into one shape. Draw it like a `ShapeOverlay`.
public struct DissolvedCirclesOverlay: Sendable, Hashable, Identifiable {
  /// The identity of the class of circles.
  public var id: OverlayID
  /// The number of circles in the class at this zoom, worldwide.
  public var circleCount: Int
  /// The clipped features, one per tile, in the order of the tiles.
  public var clippedFeatures: [ClippedFeature]
  /// The property that defines the class of circles, if there is one.
  public var properties: NamedValues<PropertyValue>

  /// The polygons of all clipped features, each within its tile.
  public var polygons: [OverlayPolygon] { clippedFeatures.flatMap(\.polygons) }
  /// The lines to stroke: the edges, without the cuts between tiles and at the antimeridian.
  public var outline: [[MapPoint]] { clippedFeatures.flatMap(\.outline) }
}

/// A feature that is not an overlay of a known kind.
public struct FeatureOverlay: Sendable, Hashable, Identifiable {
  /// The identity of the feature.
  public var id: OverlayID
  /// The clipped features, in the order of the tiles. A tile can contain several.
  public var clippedFeatures: [ClippedFeature]
  /// All properties of the feature, as they are in the tile.
  public var properties: NamedValues<PropertyValue>
  /// The reason why the feature is not an overlay of its layer's kind; nil if this library does not know the kind.
  public var fault: String?
}
