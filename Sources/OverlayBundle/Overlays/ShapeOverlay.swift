import MapMath
import OvertileCore

/// A line or polygon of a shape layer, simplified for its zoom, or the point that replaces one that is too small.
///
/// It is made of the clipped features in the tiles. A clipped feature is drawn within its own tile, so that clipped
/// features meet and never overlap: put the polygons of all clipped features into one path (`MKMultiPolygon`), and
/// stroke `outline`, which omits the cuts.
public struct ShapeOverlay: Sendable, Hashable, Identifiable {
  /// The identity.
  public var id: OverlayID
  /// The clipped features, one per tile, in the order of the tiles.
  public var clippedFeatures: [ClippedFeature]
  /// The middle of the largest circle inside, for a label; polygons of layers with `label: true` have one, and those of layers
  /// with `label: point` in the tile that holds it.
  public var label: Coordinate?
  /// The rank of the label by the polygon's area, larger polygons first; nil without `label: point`.
  public var labelRank: Int?
  /// The properties of the source.
  public var properties: NamedValues<PropertyValue>

  /// The points, each once, if it replaces shapes that are too small to draw, or consists of points.
  public var points: [Coordinate] { clippedFeatures.distinctPoints }
  /// The lines within the clipped features' tiles.
  public var lines: [[MapPoint]] { clippedFeatures.flatMap(\.lines) }
  /// The polygons within the clipped features' tiles.
  public var polygons: [OverlayPolygon] { clippedFeatures.flatMap(\.polygons) }
  /// The lines to stroke along polygons: their edges without the cuts between tiles and at the antimeridian.
  public var outline: [[MapPoint]] { clippedFeatures.flatMap(\.outline) }
}

/// Overlapping circles of a class as one shape. Draw it like a `ShapeOverlay`.
public struct DissolvedCirclesOverlay: Sendable, Hashable, Identifiable {
  /// The identity of the class.
  public var id: OverlayID
  /// The number of circles in it at this zoom, worldwide.
  public var circleCount: Int
  /// The clipped features, one per tile, in the order of the tiles.
  public var clippedFeatures: [ClippedFeature]
  /// The property that defines the class, if there is one.
  public var properties: NamedValues<PropertyValue>

  /// The polygons within the clipped features' tiles.
  public var polygons: [OverlayPolygon] { clippedFeatures.flatMap(\.polygons) }
  /// The lines to stroke: the edges without the cuts between tiles and at the antimeridian.
  public var outline: [[MapPoint]] { clippedFeatures.flatMap(\.outline) }
}

/// A feature that is not one of the known overlays.
public struct FeatureOverlay: Sendable, Hashable, Identifiable {
  /// The identity.
  public var id: OverlayID
  /// The clipped features in the order of the tiles; a tile can hold several.
  public var clippedFeatures: [ClippedFeature]
  /// All properties as in the tile.
  public var properties: NamedValues<PropertyValue>
  /// The reason why it is not an overlay of its layer's kind; nil if this library does not know the kind.
  public var fault: String?
}
