import MapMath
import OvertileCore

/// A single object that an app draws, such as a marker, a circle, or a shape. An object that appears in several tiles
/// becomes a single overlay.
public enum Overlay: Sendable, Hashable, Identifiable {
  /// Several points that are shown as one marker.
  case cluster(ClusterOverlay)
  /// A point in a cluster layer that is not part of a cluster at this zoom.
  case point(PointOverlay)
  /// A circle.
  case circle(CircleOverlay)
  /// A shape that combines circles that overlap.
  case dissolvedCircles(DissolvedCirclesOverlay)
  /// A line or polygon, or a point that replaces a shape that is too small to draw.
  case shape(ShapeOverlay)
  /// Any other feature in a tile, such as a damaged feature, or one written by another program or a later version.
  case feature(FeatureOverlay)

  /// The identity of the overlay. At each zoom, the identity is unique in the bundle.
  public var id: OverlayID {
    switch self {
    case .cluster(let overlay): overlay.id
    case .point(let overlay): overlay.id
    case .circle(let overlay): overlay.id
    case .dissolvedCircles(let overlay): overlay.id
    case .shape(let overlay): overlay.id
    case .feature(let overlay): overlay.id
    }
  }

  /// The properties of the source feature, or the aggregates of a cluster. Properties that are specific to the kind of
  /// layer, such as the radius of a circle, are not included.
  public var properties: NamedValues<PropertyValue> {
    switch self {
    case .cluster(let overlay): overlay.aggregates
    case .point(let overlay): overlay.properties
    case .circle(let overlay): overlay.properties
    case .dissolvedCircles(let overlay): overlay.properties
    case .shape(let overlay): overlay.properties
    case .feature(let overlay): overlay.properties
    }
  }

  /// The rectangle around everything that is drawn for the overlay. The rectangle of a circle encloses the circle at
  /// the largest scale of its pulse.
  ///
  /// The rectangle of a shape encloses the clipped features that were read. A rectangle that crosses the antimeridian
  /// extends beyond 2^28 or below 0.
  public var boundingMapRect: MapRect {
    switch self {
    case .cluster(let overlay): MapRect(origin: MapPoint(unwrapped: overlay.position), size: .zero)
    case .point(let overlay): MapRect(origin: MapPoint(unwrapped: overlay.position), size: .zero)
    case .circle(let overlay): overlay.boundingMapRect
    case .dissolvedCircles(let overlay): overlay.clippedFeatures.boundingMapRect
    case .shape(let overlay): overlay.clippedFeatures.boundingMapRect
    case .feature(let overlay): overlay.clippedFeatures.boundingMapRect
    }
  }
}

/// The identity of an overlay, which consists of the overlay's layer and id in the tiles. The identity is the same at
/// all zooms and, if the id in the source does not change, in later bundles.
public struct OverlayID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// A key that distinguishes a feature from the other features in its layer.
  /// Features with an id come first.
  public enum Feature: Sendable, Hashable, Comparable {
    /// The id of the feature in the tiles.
    case id(UInt64)
    /// The tile and the index in the layer of a feature without an id. This project never writes such features.
    case unnamed(tile: TileID, index: Int)
  }

  /// The name of the overlay's layer.
  public var layer: String
  /// The key of the feature in the layer.
  public var feature: Feature

  /// Creates an identity from the given layer name and the key of a feature in that layer.
  public init(layer: String, feature: Feature) {
    self.layer = layer
    self.feature = feature
  }

  /// Creates an identity from the given layer name and the id of a feature in that layer.
  public init(layer: String, id: UInt64) {
    self.init(layer: layer, feature: .id(id))
  }

  /// The id of the feature in the tiles, or `nil` if the feature has no id.
  public var number: UInt64? {
    guard case .id(let number) = feature else { return nil }
    return number
  }

  /// Returns whether one identity precedes another. Identities are sorted by layer and then by id. Within a layer,
  /// features without an id come last.
  public static func < (a: OverlayID, b: OverlayID) -> Bool {
    (a.layer, a.feature) < (b.layer, b.feature)
  }

  /// A textual representation that contains the layer and the id. For a feature without an id, the text contains the
  /// layer, the tile, and the index of the feature in the layer.
  public var description: String {
    switch feature {
    case .id(let id): "\(layer)/\(id)"
    case .unnamed(let tile, let index): "\(layer)/\(tile)#\(index)"
    }
  }
}
