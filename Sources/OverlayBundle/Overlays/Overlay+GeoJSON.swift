import Foundation
import MapMath
import OvertileCore

extension Overlay {
  /// Returns the given overlays as a GeoJSON FeatureCollection, encoded in UTF-8, with one feature for each overlay.
  /// You can use the result as the data of a GeoJSON source in Mapbox or MapLibre.
  ///
  /// The foreign members `layer` and `overlay` of each feature specify the overlay's layer and kind. The kind is
  /// `cluster`, `point`, `circle`, `dissolvedCircles`, `shape`, or `feature`. The properties of each feature are the
  /// properties in the tiles.
  ///
  /// A cluster or point becomes a Point. A circle becomes a Polygon or, if the ring of the circle is not drawn, a Point
  /// at the center. A shape becomes the points, lines, or polygons that are drawn for the shape. An overlay that lies
  /// only in the buffers of the tiles has a null geometry. Positions have seven decimals. The members of all JSON
  /// objects are sorted by name, so equal overlays produce equal bytes.
  public static func geoJSON(_ overlays: [Overlay]) throws -> Data {
    let collection = JSONValue.object([
      "type": .string("FeatureCollection"), "features": .array(overlays.map(\.geoJSONFeature)),
    ])
    return Data(try ExactJSON.encode(collection) + [0x0A])
  }

  private var geoJSONFeature: JSONValue {
    var members: NamedValues<JSONValue> = [
      "type": .string("Feature"), "layer": .string(id.layer), "overlay": .string(kindName),
      "geometry": geoJSONGeometry,
      "properties": .object(properties.mapValues { JSONValue($0) }.merging(ownProperties) { _, own in own }),
    ]
    if let number = id.number { members["id"] = .uint(number) }
    if case .feature(let feature) = self, let fault = feature.fault { members["fault"] = .string(fault) }
    return .object(members)
  }

  private var kindName: String {
    switch self {
    case .cluster: LayerKind.cluster.rawValue
    case .point: "point"
    case .circle: LayerKind.circle.rawValue
    case .dissolvedCircles: "dissolvedCircles"
    case .shape: LayerKind.shape.rawValue
    case .feature: "feature"
    }
  }

  private var geoJSONGeometry: JSONValue {
    switch self {
    case .cluster(let cluster): .point(cluster.position)
    case .point(let point): .point(point.position)
    case .circle(let circle): circle.geoJSONGeometry
    case .dissolvedCircles(let shape): shape.clippedFeatures.geoJSONGeometry
    case .shape(let shape): shape.clippedFeatures.geoJSONGeometry
    case .feature(let feature): feature.clippedFeatures.geoJSONGeometry
    }
  }

  /// The properties that the kind of layer writes, under their names in the tiles.
  private var ownProperties: NamedValues<JSONValue> {
    switch self {
    case .cluster(let cluster): cluster.geoJSONProperties
    case .circle(let circle): circle.geoJSONProperties
    case .dissolvedCircles(let shape):
      [
        TileProperty.part: .string(CirclePart.dissolved.rawValue),
        TileProperty.circleCount: .int(Int64(shape.circleCount)),
      ]
    case .shape(let shape):
      shape.geoJSONProperties
    case .point, .feature: [:]
    }
  }
}

extension ShapeOverlay {
  fileprivate var geoJSONProperties: NamedValues<JSONValue> {
    guard let label else { return [:] }
    var members: NamedValues<JSONValue> = [
      TileProperty.labelLongitude: .double(label.longitude), TileProperty.labelLatitude: .double(label.latitude),
    ]
    if let labelRank { members[TileProperty.labelRank] = .int(Int64(labelRank)) }
    return members
  }
}

extension ClusterOverlay {
  fileprivate var geoJSONProperties: NamedValues<JSONValue> {
    [
      TileProperty.cluster: .bool(true), TileProperty.clusterID: .uint(id.number ?? 0),
      TileProperty.pointCount: .int(Int64(pointCount)),
      TileProperty.abbreviatedCount: .string(abbreviatedCount), TileProperty.expansionZoom: .int(Int64(expansionZoom)),
      TileProperty.bounds: .array([bounds.west, bounds.south, bounds.east, bounds.north].map { .double($0) }),
    ]
  }
}

extension CircleOverlay {
  fileprivate var geoJSONGeometry: JSONValue {
    let polygons = drawsRing ? polygons() : []
    return polygons.isEmpty ? .point(center) : .polygons(polygons)
  }

  private var part: CirclePart { isDot ? .dot : drawsRing ? .ring : .center }

  fileprivate var geoJSONProperties: NamedValues<JSONValue> {
    var members: NamedValues<JSONValue> = [
      TileProperty.part: .string(part.rawValue),
      TileProperty.centerLongitude: .double(center.longitude), TileProperty.centerLatitude: .double(center.latitude),
      TileProperty.radiusMeters: .double(radiusMeters), TileProperty.radiusMapPoints: .double(radiusMapPoints),
      TileProperty.radiusPixels: .double(radiusPixels),
    ]
    guard let pulse else { return members }
    for (name, value) in zip(TileProperty.pulse, pulse.scale + pulse.opacity + [pulse.seconds]) {
      members[name] = .double(value)
    }
    return members
  }
}

extension [ClippedFeature] {
  fileprivate var geoJSONGeometry: JSONValue {
    let (points, lines, polygons) = (distinctPoints, flatMap(\.lines), flatMap(\.polygons))
    if !polygons.isEmpty { return .polygons(polygons) }
    if !lines.isEmpty { return .lines(lines) }
    return points.isEmpty ? .null : .points(points)
  }
}
