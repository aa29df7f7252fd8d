/// Some consecutive features of one source, in columns.
///
/// Every column has one entry per feature; `geometry` and `properties` have one run per feature.
package struct FeatureBatch: Sendable {
  /// Per feature: its id.
  package var ids: [PropertyValue] = []
  /// Per feature: its source location.
  package var locations: [InputLocation] = []
  /// Per feature: the type of its geometry; `none` if it is null.
  package var geometryTypes: [GeometryType] = []
  /// The geometries, in the coordinates of the source.
  package var geometry = GeometryColumns()
  /// The properties.
  package var properties = PropertyColumns()

  /// Creates an empty batch.
  package init() {}

  /// The number of features.
  package var count: Int { ids.count }
}

/// The type of a GeoJSON geometry.
package enum GeometryType: UInt8, Sendable, CaseIterable {
  case none = 0
  case point, multiPoint, lineString, multiLineString, polygon, multiPolygon, geometryCollection

  private static let names = [
    "null", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
  ]

  /// The name in GeoJSON; `none` is "null".
  package var name: String { Self.names[Int(rawValue)] }
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

/// Properties of many features as rows of (key, value) indices into two tables.
package struct PropertyColumns: Sendable {
  /// The distinct keys, all of kind string.
  package var keys = ValueTable()
  /// The distinct values.
  package var values = ValueTable()
  /// Per feature: the end of its entries.
  package var rowEnds: [UInt32] = []
  /// Per entry: the key's index.
  package var keyIndices: [UInt32] = []
  /// Per entry: the value's index.
  package var valueIndices: [UInt32] = []

  /// Creates empty columns.
  package init() {}

  /// The entries of a feature, in source order; a key occurs at most once.
  @inlinable
  package func entries(ofFeature index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(rowEnds[index - 1]))..<Int(rowEnds[index])
  }

  /// Keeps the last of several entries of a feature with one key. O(entries).
  ///
  /// - Returns: the features that had such entries, ascending.
  package mutating func keepLastOfEachKey() -> [Int] {
    var (changed, start): ([Int], Int) = ([], 0)
    var (keys, values): ([UInt32], [UInt32]) = ([], [])
    for feature in rowEnds.indices {
      let end = Int(rowEnds[feature])
      let own = keyIndices[start..<end]
      for entry in start..<end where !own[(entry + 1)...].contains(keyIndices[entry]) {
        keys.append(keyIndices[entry])
        values.append(valueIndices[entry])
      }
      if keys.count - (feature == 0 ? 0 : Int(rowEnds[feature - 1])) < end - start { changed.append(feature) }
      rowEnds[feature] = UInt32(keys.count)
      start = end
    }
    (keyIndices, valueIndices) = (keys, values)
    return changed
  }

  /// The value index for a key index, or nil if the feature does not have the key. O(entries of the feature).
  @inlinable
  package func valueIndex(ofFeature index: Int, key: UInt32) -> UInt32? {
    for entry in entries(ofFeature: index) where keyIndices[entry] == key { return valueIndices[entry] }
    return nil
  }
}
