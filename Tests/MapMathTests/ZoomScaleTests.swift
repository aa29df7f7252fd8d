import MapMath
import TestSupport
import Testing

@Suite("Zoom scale, zoom level, tiles") struct ZoomScaleTests {
  @Test(
    arguments: [
      (1, 256, 20), (0.5, 256, 19), (0.7, 256, 19), (0.015625, 256, 14), (9.5367431640625e-07, 256, 0), (2, 256, 21),
      (1, 512, 19), (0.0004882, 256, 9),
    ] as [(Double, Double, Int)])
  func tileLevelsAreThoseOfTheTable(scale: Double, tileSize: Double, level: Int) {
    #expect(Zoom.tileLevel(scale: scale, tileSize: tileSize) == level)
  }

  @Test func tileLevelsRoundHalfUpAndStopAtZero() {
    let half = 0.5.squareRoot()
    let levels: [(Double, Double, Int)] = [
      // A single-precision logarithm of the second one is 20.
      (half, 256, 20), (half * (1 - 1e-9), 256, 19), (0.75, 256, 20), (0, 256, 0), (-1, 256, 0), (.nan, 256, 0),
      (1e-300, 256, 0), (1, 300, 19), (1, 128, 21),
    ]
    for (scale, tileSize, level) in levels { #expect(Zoom.tileLevel(scale: scale, tileSize: tileSize) == level) }
    #expect(Zoom.tileLevel(scale: .infinity, tileSize: 256) > 1000)
  }

  @Test func scaleAndLevelAreInverse() {
    #expect(Zoom(level: 20, tileSize: 256).scale == 1 && Zoom(level: 0, tileSize: 256).scale == 0x1p-20)
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let zoom = Zoom(level: .random(in: -3...30, using: &random), tileSize: .random(in: 1...2048, using: &random))
      let back = [
        Zoom(scale: zoom.scale, tileSize: zoom.tileSize), Zoom(worldSide: zoom.worldSide, tileSize: zoom.tileSize),
      ]
      #expect(back.allSatisfy { close($0.level, zoom.level, 1e-12) }, "seed \(seed)")
    }
  }

  @Test func threeNumbersForOneView() {
    let zoom = Zoom(level: 14, tileSize: 256)
    #expect((zoom.z128, zoom.z256, zoom.z512) == (15, 14, 13))
    #expect(zoom.converted(toTileSize: 512) == Zoom(level: 13, tileSize: 512))
    #expect(zoom.converted(toTileSize: 512).worldSide == zoom.worldSide)
    #expect(Zoom(level: 10, tileSize: 512).z256 == 11 && Zoom(level: 10, tileSize: 128).z512 == 8)
    #expect(abs(zoom.level(tileSize: 300) - (14 + 0.8533333333333334.logarithm)) < 1e-12)
    #expect(Zoom.tileSize(pixels: 512, screenScale: 2) == 256)
  }

  @Test func clamps() {
    for (level, clamped) in [(25, 22), (-1, 0), (7.5, 7.5), (.infinity, 22)] as [(Double, Double)] {
      #expect(Zoom(level: level, tileSize: 512).clamped(to: 0...22) == Zoom(level: clamped, tileSize: 512))
    }
  }
}

extension Double {
  /// The binary logarithm of this number, from the levels of two world sides.
  fileprivate var logarithm: Double { Zoom(worldSide: self, tileSize: 1).level }
}
