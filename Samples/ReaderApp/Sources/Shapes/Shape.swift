import MapMath
import OverlayBundle

/// The shapes that the app would pass to its map view.
public enum Shape: Sendable {
  /// A marker with a text.
  case marker(Coordinate, text: String)
  /// A circle of a radius in meters.
  case circle(Circle)
  /// Polygons with a name.
  case outline([OverlayPolygon], name: String)

  /// Makes the shape of an overlay; nil for one that the app does not know.
  public init?(_ overlay: Overlay) {
    switch overlay {
    case .cluster(let cluster): self = .marker(cluster.position, text: cluster.abbreviatedCount)
    case .point(let point): self = .marker(point.position, text: point.properties.text("name"))
    case .circle(let circle): self = .circle(Circle(center: circle.center, radiusMeters: circle.radiusMeters))
    case .shape(let shape): self = .outline(shape.polygons, name: shape.properties.text("name"))
    case .dissolvedCircles, .feature: return nil
    }
  }
}

/// A circle on the ground.
public struct Circle: Sendable {
  /// The middle.
  public var center: Coordinate
  /// Meters from the middle to the edge.
  public var radiusMeters: Double
}

extension NamedValues<PropertyValue> {
  /// The text of a property, or none.
  fileprivate func text(_ name: String) -> String {
    guard case .string(let text)? = self[name] else { return "" }
    return text
  }
}
