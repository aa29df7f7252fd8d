import MapMath
import OvertileBundleFormat
import OvertileCore
import OvertileLayers
import OvertileVectorTile

/// Reads the values of a feature that must agree between tiles, and checks the properties that its layer's kind writes.
struct FeatureOccurrenceReader {
  /// The layer's kind; nil for an unknown one.
  let kind: LayerKind?
  /// Tile units along a side.
  let extent: Int64

  /// Whether neighbors must hold the feature if its clipped feature reaches into them.
  func reaches(_ feature: DecodedFeature) -> Bool {
    kind == .shape && feature.geometry.kind != .points
      || kind == .circle && feature[TileProperty.part] == .string(CirclePart.dissolved.rawValue)
  }

  /// The feature's occurrence in a tile.
  func read(
    _ feature: DecodedFeature, id: UInt64, tile: TileID, _ location: Location, _ findings: inout Findings
  ) -> FeatureOccurrence {
    var occurrence = FeatureOccurrence(
      id: id, tile: tile.hilbertID, x: Int64(tile.x) * extent + Int64(feature.geometry.x.first ?? 0),
      y: Int64(tile.y) * extent + Int64(feature.geometry.y.first ?? 0))
    occurrence.isPoint = feature.geometry.kind == .points && feature.geometry.x.count == 1
    let ownName = kind == .circle ? TileProperty.part : kind == .shape ? TileProperty.labelRank : nil
    for property in feature.properties where property.name != ownName {
      var hasher = Hasher()
      hasher.combine(property.name)
      hasher.combine(property.value)
      occurrence.digest &+= hasher.finalize()
    }
    switch kind {
    case .cluster: readCluster(feature, &occurrence, tile, location, &findings)
    case .circle: readCircle(feature, &occurrence, location, &findings)
    default:
      occurrence.setBox(feature.geometry, tile: tile, extent: extent)
      if kind == .shape, feature[TileProperty.labelRank] != nil {
        occurrence.part = .label
        if !occurrence.isPoint { findings.add(.tileGeometry, location, "a label point must be a single point") }
      }
    }
    return occurrence
  }

  private func readCluster(
    _ feature: DecodedFeature, _ occurrence: inout FeatureOccurrence, _ tile: TileID, _ location: Location,
    _ findings: inout Findings
  ) {
    if !occurrence.isPoint { findings.add(.tileGeometry, location, "a marker must be a single point") }
    // Ids distinguish clusters from points.
    guard occurrence.id >= OverlayIDs.made.lowerBound else {
      if feature[TileProperty.cluster] == .bool(true), feature[TileProperty.clusterID] != nil,
        feature[TileProperty.pointCount] != nil
      {
        findings.add(.overlayProperty, location, "a cluster has an id that is reserved for points")
      }
      return
    }
    func expect<Value: Equatable & Sendable>(_ found: Value?, _ expected: Value?, _ message: String) {
      findings.expect(found, expected, .overlayProperty, location, message)
    }
    expect(feature[TileProperty.cluster], .bool(true), "the property \"cluster\" of a cluster must be true")
    let id = Self.integer(feature[TileProperty.clusterID])
    expect(id, Int64(exactly: occurrence.id), "cluster_id differs from the feature's id")
    occurrence.count = Self.integer(feature[TileProperty.pointCount]) ?? 0
    if occurrence.count < 2 || occurrence.count > Int64(UInt32.max) {
      findings.add(.overlayProperty, location, "the cluster has an invalid number of points: \(occurrence.count)")
      occurrence.count = min(max(occurrence.count, 1), Int64(UInt32.max))
    }
    expect(
      feature[TileProperty.abbreviatedCount], .string(ClusterText.abbreviated(UInt32(occurrence.count))),
      "point_count_abbreviated does not match the value of point_count")
    occurrence.expansionZoom = Self.integer(feature[TileProperty.expansionZoom]) ?? 0
    if occurrence.expansionZoom <= Int64(tile.z) {
      findings.add(
        .overlayProperty, location, "expansion_zoom \(occurrence.expansionZoom) is not higher than the tile's zoom")
    }
    if let box = Self.box(feature[TileProperty.bounds]) {
      occurrence.numbers = box
    } else {
      findings.add(.overlayProperty, location, "bbox is missing or invalid")
    }
  }

  private func readCircle(
    _ feature: DecodedFeature, _ occurrence: inout FeatureOccurrence, _ location: Location, _ findings: inout Findings
  ) {
    guard case .string(let name) = feature[TileProperty.part],
      let part = CirclePart(rawValue: name).map({ FeatureOccurrence.Part($0) })
    else {
      return findings.add(.overlayProperty, location, "the property \"part\" is missing or invalid")
    }
    occurrence.part = part
    let isArea = part == .ring || part == .dissolved
    if isArea != (feature.geometry.kind == .polygons) || !isArea && !occurrence.isPoint {
      findings.add(.tileGeometry, location, "the part \"\(part)\" has the wrong geometry type")
    }
    if part == .dissolved {
      occurrence.count = Self.integer(feature[TileProperty.circleCount]) ?? 0
      if occurrence.count < 1 {
        findings.add(.overlayProperty, location, "a dissolved shape has no valid circle count")
      }
      return
    }
    let numbers = [TileProperty.centerLongitude, TileProperty.centerLatitude, TileProperty.radiusMeters].map {
      feature[$0]?.number ?? .nan
    }
    guard abs(numbers[0]) <= 180, abs(numbers[1]) <= 90, numbers[2] > 0, numbers[2].isFinite else {
      return findings.add(.overlayProperty, location, "the circle's center or radius is missing or invalid")
    }
    occurrence.numbers = SIMD4(numbers[0], numbers[1], numbers[2], .nan)
    checkScale(feature, latitude: numbers[1], radiusMeters: numbers[2], location, &findings)
  }

  /// Map points are meters times MapKit's scale at the center.
  private func checkScale(
    _ feature: DecodedFeature, latitude: Double, radiusMeters: Double, _ location: Location, _ findings: inout Findings
  ) {
    let expected = radiusMeters * MapScale.mapPointsPerMeter(latitude: latitude)
    let found = feature[TileProperty.radiusMapPoints]?.number ?? .nan
    // The center and both radii are rounded.
    let slope = abs(latitude) < 89.9 ? 1e-9 : 1e-3
    if !(abs(found - expected) <= 1e-5 * max(1, expected / radiusMeters) + expected * slope * 10) {
      findings.add(
        .overlayProperty, location, "radius_map_points does not match the value of radius_m", expected: "\(expected)",
        found: "\(found)")
    }
  }

  private static func integer(_ value: PropertyValue?) -> Int64? {
    switch value {
    case .int(let number): number
    case .uint(let number): Int64(exactly: number)
    default: nil
    }
  }

  /// A text "[west,south,east,north]".
  private static func box(_ value: PropertyValue?) -> SIMD4<Double>? {
    guard case .string(let text)? = value, text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    let numbers = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 4, let west = numbers[0], let south = numbers[1], let east = numbers[2],
      let north = numbers[3], abs(west) <= 180, abs(east) <= 180, south <= north, south >= -90, north <= 90
    else { return nil }
    return SIMD4(west, south, east, north)
  }
}
