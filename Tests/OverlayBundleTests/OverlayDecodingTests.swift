import Foundation
import MapMath
import OverlayBundle
import OvertileCore
import OvertileVectorTile
import TestSupport
import Testing

/// Features of a tile as values, and damaged ones as plain features.
@Suite struct OverlayDecodingTests {
  private let tile = TileID(uncheckedZ: 4, x: 8, y: 5)

  private func only(_ layer: String, _ features: DecodedFeature...) async throws -> Overlay {
    let overlays = try await OverlayFixtures.overlays(tile, OverlayFixtures.tile(layer, features))
    return try #require(overlays.count == 1 ? overlays[0] : nil)
  }

  @Test func clusterIsTyped() async throws {
    let feature = OverlayFixtures.feature(1 << 52, OverlayFixtures.point(2048, 1024), OverlayFixtures.cluster)
    guard case .cluster(let cluster) = try await only("points", feature) else {
      Issue.record("not a cluster")
      return
    }
    #expect(cluster.pointCount == 1234 && cluster.abbreviatedCount == "1.2k" && cluster.expansionZoom == 5)
    #expect(cluster.bounds == GeographicBounds(west: 170, south: -20, east: -175.5, north: 10))
    #expect(abs(cluster.bounds.mapRect.width - MapPoint.worldSide * 14.5 / 360) < 1e-6)
    let isTotal = cluster.aggregates == ["total": .double(2.5)]
    #expect(isTotal && cluster.id == OverlayID(layer: "points", id: 1 << 52))
    #expect(cluster.position == Coordinate(latitude: Mercator.latitude(y: 5.25 / 16), longitude: 11.25))
  }

  @Test func pointWithoutClusterIsAPoint() async throws {
    let feature = OverlayFixtures.feature(7, OverlayFixtures.point(-10, 5), ["cluster": .bool(true), "n": .int(1)])
    guard case .point(let point) = try await only("points", feature) else {
      Issue.record("not a point")
      return
    }
    #expect(point.properties == ["cluster": .bool(true), "n": .int(1)])
  }

  @Test func partsOfACircleAreOneCircle() async throws {
    var center = OverlayFixtures.circle
    center["part"] = .string("center")
    let ring = OverlayFixtures.geometry(.polygons, [[(0, 0), (10, 0), (10, 10)]])
    guard
      case .circle(let circle) = try await only(
        "circles", OverlayFixtures.feature(3, OverlayFixtures.point(1, 1), center),
        OverlayFixtures.feature(3, ring, OverlayFixtures.circle))
    else {
      Issue.record("not a circle")
      return
    }
    #expect(circle.center == Coordinate(latitude: 52.5, longitude: 13.4))
    #expect(circle.radiusMeters == 50_000 && circle.drawsRing && circle.drawsCenter && !circle.isDot)
    #expect(circle.properties == ["mag": .double(4.5)] && circle.clippedFeatures.isEmpty)
    #expect(circle.pulse == BundleManifest.Pulse(scale: [0.8, 1.2], opacity: [0.5, 0.05], seconds: 2))
    let rect = MapRect(circleAt: circle.center, radiusMeters: 60_000)
    let ringRect = MapRect(boundingByShortestArc: circle.ring(scale: 1.2))
    #expect(abs(ringRect.width - rect.width) < 1e-3 * rect.width && rect.contains(ringRect.inset(dx: 1, dy: 1)))
    #expect(
      [circle.appearance(atZoom: 0), circle.appearance(atZoom: 4)] == [.dot, .full] && circle.boundingMapRect == rect)
  }

  @Test func circleWithoutRulesKeepsItsClippedFeatures() async throws {
    let ring = OverlayFixtures.geometry(.polygons, [[(0, 0), (10, 0), (10, 10)]])
    guard
      case .circle(let circle) = try await only(
        "plainCircles", OverlayFixtures.feature(3, ring, OverlayFixtures.circle))
    else {
      Issue.record("not a circle")
      return
    }
    #expect(circle.drawsRing && !circle.drawsCenter && circle.clippedFeatures.count == 1 && circle.ring().isEmpty)
    #expect(circle.polygons() == circle.clippedFeatures[0].polygons)
  }

  static let damages: [(layer: String, key: String, value: PropertyValue?, says: String)] = [
    ("points", "point_count", nil, "point_count is missing"),
    ("points", "point_count", .string("12"), "point_count is not a number"),
    ("points", "point_count", .double(1.5), "point_count is not a whole number"),
    ("points", "point_count", .int(-1), "point_count is out of range: -1.0"),
    ("points", "point_count", .double(.nan), "point_count is out of range: nan"),
    ("points", "point_count_abbreviated", .int(1), "point_count_abbreviated is not a string"),
    ("points", "expansion_zoom", .double(.infinity), "expansion_zoom is out of range: inf"),
    ("points", "cluster_id", .int(7), "cluster_id differs from the feature's id"),
    ("points", "bbox", .string("[1,2,3]"), "bbox must have the form [west,south,east,north]"),
    ("points", "bbox", .string("[0,10,0,-10]"), "bbox must have the form [west,south,east,north]"),
    ("circles", "part", nil, "part is missing"),
    ("circles", "part", .string("disc"), "expected part to be center, ring, dot or dissolved, but found \"disc\""),
    ("circles", "part", .string("dot"), "the geometry of the circle's dot has the wrong type"),
    ("circles", "part", .string("dissolved"), "circle_count is missing"),
    ("circles", "center_latitude", .double(91), "center_latitude is out of range: 91.0"),
    ("circles", "radius_m", .double(-1), "radius_m is out of range: -1.0"),
    ("circles", "radius_px", nil, "radius_px is missing"),
    ("circles", "pulse_scale_to", nil, "pulse_scale_to is missing"),
    ("shapes", "label_longitude", .bool(true), "label_longitude is not a number"),
  ]

  @Test(arguments: damages)
  func damageIsAFeatureWithAReason(layer: String, key: String, value: PropertyValue?, says: String) async throws {
    var properties: [String: PropertyValue] =
      switch layer {
      case "points": OverlayFixtures.cluster
      case "circles": OverlayFixtures.circle
      default: ["label_latitude": .int(1), "label_longitude": .int(1)]
      }
    properties[key] = value
    let geometry =
      layer == "points"
      ? OverlayFixtures.point(1, 1) : OverlayFixtures.geometry(.polygons, [[(0, 0), (10, 0), (10, 10)]])
    guard case .feature(let feature) = try await only(layer, OverlayFixtures.feature(1 << 52, geometry, properties))
    else {
      Issue.record("not a feature")
      return
    }
    #expect(feature.fault == says)
    #expect(feature.properties.keys.sorted() == properties.keys.sorted() && feature.clippedFeatures.count == 1)
  }

  @Test func foreignLayersAndFeaturesWithoutIDs() async throws {
    let point = OverlayFixtures.point(1, 1)
    let foreign = try await OverlayFixtures.overlays(
      tile,
      OverlayFixtures.tile(
        "roads", [OverlayFixtures.feature(nil, point, [:]), OverlayFixtures.feature(nil, point, [:])]))
    #expect(foreign.map(\.id.description) == ["roads/4/8/5#0", "roads/4/8/5#1"])
    for case .feature(let feature) in foreign { #expect(feature.fault == nil) }
    let unnamed = try await only("points", OverlayFixtures.feature(nil, point, [:]))
    guard case .feature(let feature) = unnamed else { return #expect(Bool(false)) }
    #expect(feature.fault == "the feature has no id")
  }

  /// Whatever a tile contains, every method of its overlays returns.
  @Test func randomFeaturesNeverTrap() async throws {
    for seed in seeds(60) {
      var random = SeededRandom(seed: seed)
      let names = ["points", "circles", "shapes", "plainCircles", "other"]
      let layer = names.randomElement(using: &random) ?? "points"
      let features = (0..<20).map { _ in Self.randomFeature(layer, &random) }
      let last = TileID(uncheckedZ: 31, x: .max >> 1, y: .max >> 1)
      let tile = seed.isMultiple(of: 3) ? last : self.tile
      let overlays = try await OverlayFixtures.overlays(tile, OverlayFixtures.tile(layer, features))
      #expect(!overlays.isEmpty, "seed \(seed)")
      for overlay in overlays {
        _ = overlay.boundingMapRect
        if case .circle(let circle) = overlay { _ = (circle.polygons(scale: 2), circle.appearance(atZoom: .max)) }
        if case .shape(let shape) = overlay { _ = (shape.outline, shape.lines, shape.points) }
      }
      #expect(try JSONSerialization.jsonObject(with: Overlay.geoJSON(overlays)) is [String: Any], "seed \(seed)")
    }
  }

  private static func randomFeature(_ layer: String, _ random: inout SeededRandom) -> DecodedFeature {
    var properties = layer == "points" ? OverlayFixtures.cluster : OverlayFixtures.circle
    let values: [PropertyValue?] = [
      nil, .int(.max), .int(.min), .uint(.max), .double(.nan), .double(-.infinity), .double(1e308),
      .double(.leastNonzeroMagnitude),
      .string(""), .string("[,,,]"), .string("[nan,0,inf,1]"), .bool(false), .string("dot"), .int(0), .double(1e14),
    ]
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      guard let key = properties.keys.sorted().randomElement(using: &random) else { break }
      properties[key] = values.randomElement(using: &random) ?? nil
    }
    let corners: [Int32] = [.min, .max, 0, -1, 4096, 4160, -64, 77, 2048]
    func position() -> (Int32, Int32) {
      (corners.randomElement(using: &random) ?? 0, corners.randomElement(using: &random) ?? 0)
    }
    let kind = [TileGeometry.Kind.points, .lines, .polygons].randomElement(using: &random) ?? .points
    let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in (0..<5).map { _ in position() } }
    let id: UInt64? = [1, 2, 1 << 52, .max, nil].randomElement(using: &random) ?? nil
    return OverlayFixtures.feature(id, OverlayFixtures.geometry(kind, parts), properties)
  }
}
