import MapMath
import TestSupport
import Testing

@Suite("Zoom level to region") struct ZoomRegionTests {
  let campus = place(33.777328, -84.397348)

  /// Per view: height, level, and the deltas with tiles of 512 and of 256 points. They were computed as differences of
  /// coordinates, which leaves them a few 1e-14 degrees.
  static let table: [(Double, Double, Double, Double, Double, Double)] = [
    (416, 2, 59.12044752320634, 56.24999999999999, 107.87482802424086, 112.5),
    (416, 14, 0.014839314265927328, 0.01373291015626421, 0.02967862839434332, 0.0274658203125),
    (416, 18, 0.0009274571430495371, 0.0008583068847940467, 0.0018549142860706525, 0.0017166137695028283),
    (480, 10, 0.2739564272710098, 0.2197265625, 0.5479119892445325, 0.4394531250000142),
    (480, 18, 0.001070142857365397, 0.0008583068847940467, 0.0021402857146739507, 0.0017166137695028283),
  ]

  @Test func equalsTheTable() {
    for (height, level, lat512, lon512, lat256, lon256) in Self.table {
      let viewport = MapViewport(width: 320, height: height)
      for (tileSize, lat, lon) in [(512.0, lat512, lon512), (256.0, lat256, lon256)] {
        let region = Region(center: campus, zoom: Zoom(level: level, tileSize: tileSize), viewport: viewport)
        let isSpan = close(region.span.latitudeDelta, lat, 5e-14) && close(region.span.longitudeDelta, lon, 5e-14)
        #expect(isSpan && close(region.center, campus, 1e-12), "\(height), level \(level), \(tileSize)")
      }
    }
  }

  @Test func polesAreTheFirstAndLastRow() {
    let zoom = Zoom(level: 21, tileSize: 256)
    #expect(abs(zoom.pixel(of: place(90, 0)).y) < 1e-5)
    #expect(abs(zoom.pixel(of: place(-90, 0)).y - 0x1p29) < 1e-5)
  }

  @Test func viewsSlideAwayFromThePoles() {
    let zoom = Zoom(level: 3, tileSize: 256)
    let viewport = MapViewport(width: 320, height: 480)
    let height = 480 / zoom.scale
    for (latitude, top) in [(90.0, 0.0), (84.0, 0.0), (-84.0, 0x1p28 - height), (-90.0, 0x1p28 - height)] {
      let center = place(latitude, 10)
      let rect = MapRect(center: center, zoom: zoom, viewport: viewport)
      #expect((rect.minY < 0 || rect.maxY > 0x1p28) && rect.slidIntoWorld.minY == top)
      let region = Region(center: center, zoom: zoom, viewport: viewport)
      let shown = MapRect(region)
      #expect(abs(shown.minY - top) < 1e-4 && abs(shown.height - height) < 1e-4)
    }
    let tall = Region(center: campus, zoom: Zoom(level: 0, tileSize: 256), viewport: viewport)
    #expect(tall.center.latitude == 0 && tall.span.longitudeDelta == 450)
    #expect(abs(tall.span.latitudeDelta - 170.10225755961318) < 1e-12)
  }

  @Test func zoomsComeBackFromRegions() {
    for seed in seeds(500) {
      var random = SeededRandom(seed: seed)
      let tileSize = [128, 256, 512, 300][Int(seed % 4)] as Double
      let zoom = Zoom(level: .random(in: -2...28, using: &random), tileSize: tileSize)
      let viewport = MapViewport(
        width: .random(in: 1...3000, using: &random), height: .random(in: 1...3000, using: &random),
        insets: ScreenPadding(top: 0.2, left: 0.1, bottom: 0.3, right: 0.4))
      let bearing = Double.random(in: -720...720, using: &random)
      let center = random.place(within: 90)
      let region = Region(center: center, zoom: zoom, viewport: viewport, bearing: bearing)
      let back = Zoom(span: region.span, viewport: viewport, bearing: bearing, tileSize: tileSize)
      let rect = MapRect(center: center, zoom: zoom, viewport: viewport)
      let fitting = Zoom(fitting: rect, viewport: viewport, tileSize: tileSize)
      #expect(close(back.level, zoom.level, 1e-9) && close(fitting.level, zoom.level, 1e-9), "seed \(seed)")
    }
  }

  @Test func fitsTheTighterSide() {
    let viewport = MapViewport(width: 100, height: 200, insets: ScreenPadding(top: 60, left: 0, bottom: 40, right: 0))
    let wide = MapRect(x: 0, y: 0, width: 200, height: 100)
    #expect(Zoom(fitting: wide, viewport: viewport, tileSize: 256).level == 19)
    #expect(Zoom(fitting: MapRect(x: 0, y: 0, width: 1, height: 400), viewport: viewport, tileSize: 256).level == 18)
    let point = MapRect(x: 5, y: 5, width: 0, height: 0)
    #expect(Zoom(fitting: point, viewport: viewport, tileSize: 256).clamped(to: 0...17).level == 17)
  }
}
