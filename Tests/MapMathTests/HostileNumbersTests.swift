import TestSupport
import Testing

@testable import MapMath

/// Any number results in a number, nil or an error: nothing traps, and nothing runs on.
@Suite struct HostileNumbersTests {
  private static let numbers: [Double] = [
    0, -0.0, 1, -1, 84.5, 85, 85.0511287798066, 89.9999, 90, -90, 90.1, 180, -180, 180.1, 360, -540, 0x1p27, 0x1p28,
    -0x1p28,
    1e-300, 1e9, 1e18, 1e300, -1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
  ]

  private func number(_ random: inout SeededRandom) -> Double {
    Self.numbers[Int.random(in: 0..<Self.numbers.count, using: &random)]
  }

  @Test func planeAndScale() {
    for seed in seeds(2000) {
      var random = SeededRandom(seed: seed)
      let (a, b, c, d) = (number(&random), number(&random), number(&random), number(&random))
      let places = [place(a, b), place(c, d), place(b, a), place(d, c)]
      let rect = MapRect(x: a, y: b, width: c, height: d)
      let other = MapRect(x: d, y: a, width: b, height: c)
      let shapes = [
        MapRect(boundingLine: places), MapRect(boundingPolygon: places), MapRect(boundingByShortestArc: places),
        MapRect(boundingByShortestArc: [rect, other]), MapRect(circleAt: places[0], radiusMeters: c),
      ]
      for shape in shapes.prefix(3) where !shape.isNull {
        #expect(shape.width >= 0 && shape.height >= 0 && shape.maxX.isFinite, "seed \(seed)")
      }
      for one in shapes + [rect, other] {
        _ = (one.contains(wrapped: rect), one.intersects(wrapped: other), one.contains(wrapped: rect.origin))
        _ = (one.union(rect), one.intersection(other), one.remainder, one.wrappedParts, one.slidIntoWorld, Region(one))
        _ = one.divided(amount: a, from: .minY)
      }
      let region = Region(center: places[0], span: Region.Span(latitudeDelta: c, longitudeDelta: d))
      if region.contains(places[1]) { #expect(places[1].wrapped.isValid, "seed \(seed)") }
      if let shown = region.clampedToMap() {
        #expect(abs(shown.center.latitude) <= 85.06 && (0...360).contains(shown.span.longitudeDelta), "seed \(seed)")
        #expect((0...170.2).contains(shown.span.latitudeDelta), "seed \(seed)")
      }
      _ = (MapRect(region), MapRect(edgesOf: region), region.clamped(latitude: 90), Longitude.nearest(a, to: b))
      _ = Region(center: places[0], latitudinalMeters: c, longitudinalMeters: d)
      #expect(MapScale.roadWidth(zoomScale: a) >= 0 && Zoom.tileLevel(scale: a, tileSize: b) >= 0, "seed \(seed)")
      let zoom = Zoom(level: a, tileSize: b)
      _ = (MapScale.metersPerPoint(latitude: c, zoom: zoom), MapScale.mapboxMetersPerPoint(latitude: d, zoom: zoom))
      _ = (Geodesic.distance(from: places[0], to: places[1]), MapPoint(x: a, y: b).distance(to: MapPoint(x: c, y: d)))
      _ = Geodesic.direct(from: places[0], azimuth: c, meters: d)
    }
  }

  @Test func cameras() {
    for seed in seeds(2000) {
      var random = SeededRandom(seed: seed)
      let viewport = MapViewport(width: number(&random), height: number(&random))
      let padding = ScreenPadding(
        top: number(&random), left: number(&random), bottom: number(&random), right: number(&random))
      let center = place(number(&random), number(&random))
      let kit = MapKitCamera(
        center: center, distanceMeters: number(&random), heading: number(&random), pitch: number(&random))
      let region = Region(
        center: center, span: Region.Span(latitudeDelta: number(&random), longitudeDelta: number(&random)))
      var camera = Camera(
        center: center, zoom512: number(&random), bearing: number(&random), pitch: number(&random))
      camera.padding = padding
      let made = [
        try? Camera(kit, in: viewport, padding: padding), try? Camera(region: region, in: viewport, padding: padding),
        try? camera.repadded(.zero, in: viewport),
        try? MapPosition.region(region).resolved(in: .init(viewport: viewport)),
      ]
      for one in made.compactMap({ $0 }) {
        #expect(
          one.center.latitude.isFinite && one.center.longitude.isFinite && !one.zoom512.isNaN,
          "seed \(seed) \(one) \(viewport) \(region)")
        _ = (try? MapKitCamera(one, in: viewport))?.altitudeMeters
        _ = try? one.region(in: viewport)
      }
    }
  }
}
