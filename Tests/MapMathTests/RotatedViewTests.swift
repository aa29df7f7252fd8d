import MapMath
import TestSupport
import Testing

@Suite("Zoom from the span of a rotated view") struct RotatedViewTests {
  struct Row {
    let width: Double
    let height: Double
    let offset: Double
    let rotation: Double
    let delta: Double
    let z128: Double
    let straight: Double
  }

  static let table = [
    Row(width: 320, height: 568, offset: 20, rotation: 0, delta: 0.2197265625, z128: 12, straight: 0.2197265625),
    Row(width: 320, height: 568, offset: 20, rotation: 30, delta: 0.3784296541518542, z128: 12, straight: 0.2197265625),
    Row(
      width: 375, height: 667, offset: 20, rotation: 90, delta: 1.77703857421875, z128: 10, straight: 1.02996826171875),
    Row(
      width: 414, height: 736, offset: 20, rotation: 120, delta: 0.029846923289016048, z128: 16.25,
      straight: 0.01494016667955084),
    Row(width: 414, height: 736, offset: 20, rotation: 180, delta: 145.54687500000003, z128: 3, straight: 145.546875),
    Row(width: 768, height: 1024, offset: 20, rotation: 270, delta: 1.3787841796875002, z128: 11, straight: 1.0546875),
    Row(
      width: 375, height: 812, offset: 44, rotation: 300, delta: 0.07317988959272423, z128: 15,
      straight: 0.03218650817871094),
    Row(
      width: 320, height: 568, offset: 0, rotation: 45, delta: 0.4311521450228033, z128: 12,
      straight: 0.21972656250000003),
    Row(
      width: 1024, height: 768, offset: 20, rotation: -45, delta: 77.87109375, z128: 5.5, straight: 63.63961030678927),
    Row(
      width: 375, height: 667, offset: 20, rotation: 135, delta: 0.24810669606605013, z128: 13,
      straight: 0.12874603271484375),
    Row(
      width: 375, height: 667, offset: 20, rotation: 315, delta: 0.24810669606605013, z128: 13,
      straight: 0.12874603271484375),
  ]

  @Test(arguments: table) func equalsTheTable(row: Row) {
    let viewport = MapViewport(
      width: row.width, height: row.height, insets: ScreenPadding(top: row.offset, left: 0, bottom: 0, right: 0))
    let span = Region.Span(latitudeDelta: 1, longitudeDelta: row.delta)
    for tileSize in [128, 256, 512] as [Double] {
      let zoom = Zoom(span: span, viewport: viewport, bearing: row.rotation, tileSize: tileSize)
      let levels = [zoom.z128, zoom.z256 + 1, zoom.z512 + 2]
      #expect(levels.allSatisfy { abs($0 - row.z128) < 1e-12 })
      #expect(isClose(zoom.longitudeDelta(width: row.width), row.straight))
    }
    for bearing in [row.rotation + 720, -row.rotation] {
      let same = Zoom(span: span, viewport: viewport, bearing: bearing, tileSize: 128)
      #expect(abs(same.level - row.z128) < 1e-12)
    }
  }

  @Test func boxesAreExactAtRightAngles() {
    let viewport = MapViewport(width: 320, height: 548)
    for (bearing, width, height) in [(0, 320, 548), (90, 548, 320), (180, 320, 548), (-90, 548, 320), (3690, 548, 320)]
      as [(Double, Double, Double)]
    {
      #expect(viewport.uprightBox(bearing: bearing) == (width, height))
    }
    let covered = MapViewport(width: 10, height: 10, insets: ScreenPadding(all: 9))
    #expect(covered.uprightBox(bearing: 30) == (0, 0))
  }

  @Test func bearingsComeFromTransforms() {
    let transforms: [(a: Double, b: Double, c: Double, d: Double, bearing: Double?)] = [
      (1, 0, 0, 1, 0), (0, 1, -1, 0, 270), (0, -1, 1, 0, 90), (-1, 0, 0, -1, 180), (2, 0, 0, 2, 0), (1, 0, 0, -1, nil),
      (0, 0, 0, 0, nil), (.nan, 0, 0, 1, nil), (.infinity, 0, 0, 1, nil),
    ]
    for (a, b, c, d, bearing) in transforms { #expect(Bearing.ofMap(a: a, b: b, c: c, d: d) == bearing) }
  }

  /// A view turned clockwise by an angle, built from the tangent of half of it, shows a map of the opposite bearing.
  @Test func bearingsAreTheOppositeTurn() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let t = Double.random(in: -50...50, using: &random)
      let scale = Double.random(in: 0.1...10, using: &random)
      let (c, s) = (scale * (1 - t * t) / (1 + t * t), scale * 2 * t / (1 + t * t))
      let bearing = Bearing.ofMap(a: c, b: s, c: -s, d: c)
      let back = Bearing.ofMap(a: c, b: -s, c: s, d: c)
      let isOpposite = abs((bearing ?? 0) + (back ?? 0) - 360) < 1e-9 && ((bearing ?? 0) > 180) == (t > 0)
      #expect(isOpposite && bearing.map { (0..<360).contains($0) } == true, "seed \(seed)")
    }
  }
}
