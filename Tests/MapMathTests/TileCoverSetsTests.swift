import MapMath
import TestSupport
import Testing

@Suite struct TileCoverSetsTests {
  @Test func subtractingEqualsSets() {
    for seed in seeds(400) {
      var random = SeededRandom(seed: seed)
      let plan = Plan(zoom: .random(in: 0...5, using: &random))
      let covers = (0..<2).map { _ in
        TileCover(polygon: [plan.mapPoints(plan.ring(corners: 6, &random))], zoom: plan.zoom)
      }
      let (a, b) = (covers[0], covers[1])
      expectCover(a.subtracting(b), equals: Set(a.tiles).subtracting(b.tiles), seed: seed)
      #expect(a.subtracting(a).isEmpty, "seed \(seed)")
    }
  }

  @Test func otherZoomsTakeNothingAway() {
    let world = TileCover(of: .world, zoom: 2)
    #expect(world.subtracting(TileCover(of: .world, zoom: 3)) == world)
  }
}
