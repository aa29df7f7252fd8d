import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct SimplifiedCoverageTests {
  @Test func eightLevelsAreComparedAtOnce() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let most = [2, 25, 128, 256][Int(seed % 4)]
      let bytes = (0..<8).map { _ in UInt8(Int.random(in: 0..<most, using: &random)) }
      let word = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      for level in 0..<128 as Range<UInt8> {
        #expect(SimplifiedCoverage.drawsAny(word, level) == bytes.contains { $0 <= level }, "seed \(seed): \(bytes)")
      }
    }
  }
}
