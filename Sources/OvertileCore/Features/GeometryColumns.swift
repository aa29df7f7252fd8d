/// The type of a GeoJSON geometry.
package enum GeometryType: UInt8, Sendable, CaseIterable {
  case none = 0
  case point, multiPoint, lineString, multiLineString, polygon, multiPolygon, geometryCollection

  /// The name in GeoJSON; `none` is "null".
  package var name: String {
    switch self {
    case .none: "null"
    case .point: "Point"
    case .multiPoint: "MultiPoint"
    case .lineString: "LineString"
    case .multiLineString: "MultiLineString"
    case .polygon: "Polygon"
    case .multiPolygon: "MultiPolygon"
    case .geometryCollection: "GeometryCollection"
    }
  }
}

/// The dimension of one element of a geometry.
package enum ElementKind: UInt8, Sendable {
  case points = 1
  case line = 2
  case polygon = 3
}

/// Geometries of many features in contiguous columns.
///
/// A feature is a run of elements, an element a run of rings, a ring a run of coordinates. An element is a set of points
/// (one ring that holds them all), a line (one ring), or a polygon (the exterior ring, then its holes, each closed as in
/// GeoJSON). Multi geometries and collections are flattened into elements in source order; an empty one has none.
/// The three `...Ends` columns hold exclusive ends; a run starts at the end of the one before.
package struct GeometryColumns: Sendable {
  /// Per feature: the end of its elements.
  package var featureEnds: [UInt32] = []
  /// Per element: its kind.
  package var elementKinds: [ElementKind] = []
  /// Per element: the end of its rings.
  package var elementEnds: [UInt32] = []
  /// Per ring: the end of its coordinates.
  package var ringEnds: [UInt32] = []
  /// Per coordinate: the first number (longitude or easting).
  package var x: [Double] = []
  /// Per coordinate: the second number (latitude or northing).
  package var y: [Double] = []

  /// Creates empty columns.
  package init() {}

  /// The number of features.
  package var featureCount: Int { featureEnds.count }

  /// The elements of a feature.
  @inlinable
  package func elements(ofFeature index: Int) -> Range<Int> { Self.run(featureEnds, index) }

  /// The rings of an element.
  @inlinable
  package func rings(ofElement index: Int) -> Range<Int> { Self.run(elementEnds, index) }

  /// The coordinates of a ring.
  @inlinable
  package func coordinates(ofRing index: Int) -> Range<Int> { Self.run(ringEnds, index) }

  /// All coordinates of a feature, over its elements and rings.
  @inlinable
  package func coordinates(ofFeature index: Int) -> Range<Int> {
    let elements = elements(ofFeature: index)
    guard !elements.isEmpty else { return 0..<0 }
    let firstRing = rings(ofElement: elements.lowerBound).lowerBound
    let endRing = rings(ofElement: elements.upperBound - 1).upperBound
    guard firstRing < endRing else { return 0..<0 }
    return coordinates(ofRing: firstRing).lowerBound..<coordinates(ofRing: endRing - 1).upperBound
  }

  @inlinable
  static func run(_ ends: [UInt32], _ index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }
}
