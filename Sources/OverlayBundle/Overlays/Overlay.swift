import MapMath
import OvertileCore

/// A single object that an app draws: a marker, a circle or a shape. Its value does not depend on the tiles that it was
/// read from.
public enum Overlay: Sendable, Hashable, Identifiable {
  /// Several points as one marker.
  case cluster(ClusterOverlay)
  /// A point of a cluster layer that is single at this zoom.
  case point(PointOverlay)
  /// A circle.
  case circle(CircleOverlay)
  /// The outline of circles that overlap.
  case dissolvedCircles(DissolvedCirclesOverlay)
  /// A line or polygon, or the point that replaces one that is too small.
  case shape(ShapeOverlay)
  /// Any other feature in a tile, such as one from a different program or a later version, or a damaged one.
  case feature(FeatureOverlay)

  /// The identity of the overlay, which is unique in the bundle at every zoom.
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

  /// The properties of the source feature, or a cluster's aggregates. Properties that the layer's kind adds are not
  /// included.
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

  /// The rectangle around everything that is drawn. A circle is measured at the largest scale of its pulse.
  ///
  /// For a shape, it encloses the clipped features that were read. If it crosses the antimeridian, it extends beyond
  /// 2^28 or below 0.
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

/// The identity of an overlay: its layer and its id in the tiles. It is the same at all zooms and, if the source keeps
/// the id, in later bundles.
public struct OverlayID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// A key that distinguishes the features in a layer.
  public enum Feature: Sendable, Hashable {
    /// The id in the tiles.
    case id(UInt64)
    /// The tile and the index in the layer, for a feature without an id. This project never writes such features.
    case unnamed(tile: TileID, index: Int)
  }

  /// The layer's name.
  public var layer: String
  /// The feature in the layer.
  public var feature: Feature

  /// Creates an identity.
  public init(layer: String, feature: Feature) {
    self.layer = layer
    self.feature = feature
  }

  /// Creates the identity of a feature with an id.
  public init(layer: String, id: UInt64) {
    self.init(layer: layer, feature: .id(id))
  }

  /// The id in the tiles, if the feature has one.
  public var number: UInt64? {
    guard case .id(let number) = feature else { return nil }
    return number
  }

  /// Orders identities by layer, then by id. Features without an id come last.
  public static func < (a: OverlayID, b: OverlayID) -> Bool {
    guard a.layer == b.layer else { return a.layer < b.layer }
    switch (a.feature, b.feature) {
    case (.id(let first), .id(let second)): return first < second
    case (.id, .unnamed): return true
    case (.unnamed, .id): return false
    case (.unnamed(let tile, let index), .unnamed(let other, let otherIndex)):
      return tile == other ? index < otherIndex : tile < other
    }
  }

  /// The layer and the id. Without an id, the layer, the tile and the index.
  public var description: String {
    switch feature {
    case .id(let id): "\(layer)/\(id)"
    case .unnamed(let tile, let index): "\(layer)/\(tile)#\(index)"
    }
  }
}
