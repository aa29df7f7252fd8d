import MapMath
import OvertileClustering
import OvertileCore
import TestSupport
import Testing

@testable import OvertileLayers
@testable import OvertileReading

@Suite struct ClusterTextTests {
  @Test(
    arguments: [
      (0, "0"), (1, "1"), (999, "999"), (1000, "1k"), (1049, "1k"), (1050, "1.1k"), (1500, "1.5k"), (9900, "9.9k"),
      (9949, "9.9k"), (9950, "10k"), (10_000, "10k"), (12_345, "12k"), (12_500, "13k"), (999_499, "999k"),
      (999_500, "1M"), (1_000_000, "1M"), (1_200_000, "1.2M"), (9_949_999, "9.9M"), (9_950_000, "10M"),
      (12_000_000, "12M"), (UInt32.max, "4295M"),
    ] as [(UInt32, String)])
  func abbreviates(count: UInt32, text: String) {
    #expect(ClusterText.abbreviated(count) == text)
  }

  /// Below a million: `count >= 10000 ? round(count / 1000) : count >= 1000 ? round(count / 100) / 10`.
  @Test func followsSuperclusterBelowAMillion() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<3000 {
      let count = UInt32.random(in: 0..<999_500, using: &random)
      let tenths = (Double(count) / 100 + 0.5).rounded(.down) / 10
      let expected =
        count >= 10_000
        ? "\(Int((Double(count) / 1000 + 0.5).rounded(.down)))k"
        : count >= 1000 ? (tenths == tenths.rounded() ? "\(Int(tenths))k" : "\(tenths)k") : "\(count)"
      #expect(ClusterText.abbreviated(count) == expected, "\(count)")
    }
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (180, "180"), (-180, "-180"), (0.1, "0.1"), (-0.1, "-0.1"),
      (0.0000001, "0.0000001"), (-0.0000001, "-0.0000001"), (0.00000004, "0"), (-0.00000004, "0"),
      (85.0511287798, "85.0511288"), (12.3400000, "12.34"), (9.99999999, "10"), (-9.99999999, "-10"),
    ] as [(Double, String)])
  func writesDegrees(degrees: Double, text: String) {
    #expect(Self.text(degrees) == text)
  }

  @Test func degreesReadBackToSevenDecimals() throws {
    var random = SeededRandom(seed: 2)
    for _ in 0..<2000 {
      let degrees = Double.random(in: -180...180, using: &random)
      #expect(Double(Self.text(degrees)) == Degrees.rounded(degrees), "\(degrees)")
      #expect(abs(Degrees.rounded(degrees) - degrees) <= 0.5000001e-7, "\(degrees)")
    }
  }

  @Test func boundsAreTheDegreesOfTheirSides() {
    #expect(Self.text(ClusterBounds(x: 0, y: 0)) == "[-180,85.0511288,-180,85.0511288]")
    var random = SeededRandom(seed: 3)
    for _ in 0..<2000 {
      var bounds = ClusterBounds(x: .random(in: 0...(.max), using: &random), y: .random(in: 0...(.max), using: &random))
      bounds.east = .random(in: 0...(.max), using: &random)
      bounds.south = .random(in: 0...(.max), using: &random)
      let sides = [
        WorldGrid.longitude(x: Double(bounds.west)), WorldGrid.latitude(y: Double(bounds.south)),
        WorldGrid.longitude(x: Double(bounds.east)), WorldGrid.latitude(y: Double(bounds.north)),
      ]
      let expected = "[" + sides.map { Self.text($0) }.joined(separator: ",") + "]"
      #expect(Self.text(bounds) == expected, "seed 3: \(bounds)")
    }
  }

  private static func text(_ degrees: Double) -> String {
    var bytes: [UInt8] = []
    Degrees.writeBackwards(degrees) { bytes.append($0) }
    return String(decoding: bytes.reversed(), as: UTF8.self)
  }

  private static func text(_ bounds: ClusterBounds) -> String {
    ClusterText.withBounds(bounds) { String(decoding: $0, as: UTF8.self) }
  }
}
