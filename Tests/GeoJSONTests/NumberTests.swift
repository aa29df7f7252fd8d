import OvertileCore
import TestSupport
import Testing

@Suite("Numbers")
struct NumberTests {
  @Test("any finite number reads back with its bits")
  func allNumbers() {
    for seed in seeds(2000) {
      var random = RandomFeatures(random: SeededRandom(seed: seed))
      let number = random.number()
      let feature = PlainFeature(
        id: .null, type: .point, elements: [.init(kind: .points, rings: [[[number, 0]]])],
        properties: [.init(key: "a", value: .double(number))])
      let read = Reading(feature.text).features.first
      #expect(read?.elements.first?.rings[0][0][0].bitPattern == number.bitPattern, "seed \(seed)")
      #expect(read?.value("a") == .double(number), "seed \(seed)")
    }
  }
}
