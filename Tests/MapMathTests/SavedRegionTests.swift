import Foundation
import MapMath
import TestSupport
import Testing

@Suite("Traps: saved regions") struct SavedRegionTests {
  @Test func bothDeltasComeBackExactly() throws {
    for seed in seeds(50) {
      var random = SeededRandom(seed: seed)
      let region = Region(
        center: random.place(within: 85),
        span: Region.Span(
          latitudeDelta: .random(in: 0...90, using: &random), longitudeDelta: .random(in: 0...360, using: &random)))
      let back = try JSONDecoder().decode(Region.self, from: JSONEncoder().encode(region))
      #expect(back == region, "seed \(seed)")
      let rect = MapRect(region)
      #expect(try JSONDecoder().decode(MapRect.self, from: JSONEncoder().encode(rect)) == rect, "seed \(seed)")
    }
  }
}
