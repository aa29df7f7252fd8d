import MapMath
import TestSupport
import Testing

@Suite("Zoom from the span of a rotated view") struct RotatedViewTests {
  /// Per view: width, height, the height of a bar, the bearing, the reported delta, the level of 128-point tiles, and the
  /// delta of the view if it were not turned.
  static let table: [(Double, Double, Double, Double, Double, Double, Double)] = [
    (320, 568, 20, 0, 0.2197265625, 12, 0.2197265625), (320, 568, 20, 30, 0.3784296541518542, 12, 0.2197265625),
    (375, 667, 20, 90, 1.77703857421875, 10, 1.02996826171875),
    (414, 736, 20, 120, 0.029846923289016048, 16.25, 0.01494016667955084),
    (414, 736, 20, 180, 145.54687500000003, 3, 145.546875), (768, 1024, 20, 270, 1.3787841796875002, 11, 1.0546875),
    (375, 812, 44, 300, 0.07317988959272423, 15, 0.03218650817871094),
    (320, 568, 0, 45, 0.4311521450228033, 12, 0.21972656250000003),
    (1024, 768, 20, -45, 77.87109375, 5.5, 63.63961030678927),
    (375, 667, 20, 135, 0.24810669606605013, 13, 0.12874603271484375),
    (375, 667, 20, 315, 0.24810669606605013, 13, 0.12874603271484375),
  ]

  @Test func equalsTheTable() {
    for (width, height, bar, rotation, delta, z128, straight) in Self.table {
      let insets = ScreenPadding(top: bar, left: 0, bottom: 0, right: 0)
      let viewport = MapViewport(width: width, height: height, insets: insets)
      let span = Region.Span(latitudeDelta: 1, longitudeDelta: delta)
      for tileSize in [128, 256, 512] as [Double] {
        let zoom = Zoom(span: span, viewport: viewport, bearing: rotation, tileSize: tileSize)
        let levels = [zoom.z128, zoom.z256 + 1, zoom.z512 + 2]
        let isStraight = isClose(zoom.longitudeDelta(width: width), straight)
        #expect(isStraight && levels.allSatisfy { close($0, z128, 1e-12) }, "\(rotation) degrees, \(tileSize)")
      }
      for bearing in [rotation + 720, -rotation] {
        let same = Zoom(span: span, viewport: viewport, bearing: bearing, tileSize: 128)
        #expect(close(same.level, z128, 1e-12), "\(bearing) degrees")
      }
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
