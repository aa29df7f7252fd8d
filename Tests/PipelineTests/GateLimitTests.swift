import Foundation
import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import TestSupport
import Testing

@testable import OvertilePipeline
@testable import OvertileReading

/// Limits of gates that are met exactly, on manifests as such.
@Suite struct GateLimitTests {
  /// Every whole percentage, for totals with a whole number at that percentage: that number passes, one more does not.
  @Test func everyPercentageIsMetExactly() {
    for percent in 0...100 {
      let share = Share(percent: Double(percent))
      for whole in [100, 300, 7_000, 123_456_700] as [UInt64] {
        let part = whole / 100 * UInt64(percent)
        let isExact = share.admits(part, of: whole) && !share.admits(part + 1, of: whole)
        let isReached = share.isReached(by: part, of: whole) && (part == 0 || !share.isReached(by: part - 1, of: whole))
        #expect(isExact && isReached, "\(percent)% of \(whole)")
      }
    }
    #expect(Share(percent: 0.1).admits(1, of: 1000) && !Share(percent: 0.1).admits(2, of: 1999))
    #expect(Share(percent: 300).admits(3, of: 1) && !Share(percent: 300).admits(4, of: 1))
    #expect(Share(percent: 0).admits(0, of: 0) && !Share(percent: 100_000).admits(1, of: 0))
    #expect(Share(percent: .nan).hundredMillionths == 0 && Share(percent: 5).description == "5%")
    #expect(Share(percent: 0.5).description == "0.5%")
  }

  @Test(arguments: [
    (1000, 950, true), (1000, 949, false), (1000, 1200, true), (1000, 1201, false), (1000, 1000, true), (0, 0, true),
    (0, 1, false), (20, 19, true), (20, 18, false),
  ])
  func featuresAtTheLimit(old: Int, new: Int, passes: Bool) {
    var limits = GateConfiguration()
    limits.features = .init(maxDecrease: Share(percent: 5), maxIncrease: Share(percent: 20))
    let verdicts = FeaturesGate.verdicts(
      GateComparison.of(.sample(features: old), .sample(features: new), limits))
    #expect(verdicts.map(\.outcome) == [passes ? .passed : .failed])
    #expect(verdicts[0].old == GateText.count(UInt64(old), "feature"))
  }

  @Test func limitsOfALayerTakeThePlaceOfThoseOfAll() {
    var limits = GateConfiguration()
    limits.features = .init(maxDecrease: Share(percent: 5), maxIncrease: Share(percent: 20))
    limits.layerFeatures = ["a": .init(maxDecrease: Share(percent: 1))]
    let outcomes = [990, 989, 1200, 1201].map { new in
      FeaturesGate.verdicts(GateComparison.of(.sample(features: 1000), .sample(features: new), limits))[0]
        .outcome
    }
    #expect(outcomes == [.passed, .failed, .passed, .failed])
    limits.features = .init()
    limits.layerFeatures = ["b": .init(maxDecrease: Share(percent: 1))]
    let others = GateComparison.of(.sample(features: 1000), .sample(features: 1), limits)
    #expect(FeaturesGate.verdicts(others).isEmpty)
  }

  @Test(arguments: [(100, 130, true), (100, 131, false), (100, 10, true), (0, 1, false), (0, 0, true), (-5, 0, true)])
  func growthAtTheLimit(old: Int, new: Int, passes: Bool) {
    let limit = Share(percent: 30)
    let comparison = GateComparison.of(
      .sample(features: 1, tiles: old, bytes: old), .sample(features: 1, tiles: new, bytes: new))
    let (tiles, bytes) = (GrowthGate.tiles(comparison, limit), GrowthGate.bytes(comparison, limit))
    #expect((tiles.outcome == .passed) == passes && (bytes.outcome == .passed) == passes)
  }

  @Test func numbersOfADamagedManifestDoNotTrap() {
    var limits = GateConfiguration()
    limits.features = .init(maxDecrease: Share(percent: 5), maxIncrease: Share(percent: 100))
    for number in [Int.min, -1, 0, Int.max] {
      let old = BundleManifest.sample(features: number, tiles: number, bytes: number, values: ["p": number])
      let comparison = GateComparison.of(old, .sample(features: 5, values: [:]), limits)
      #expect(FeaturesGate.verdicts(comparison).count == 1)
      let properties = PropertiesGate.verdicts(comparison, Share(percent: 1)).map(\.property)
      #expect(properties == (number > 0 ? ["p"] : []))
      #expect(GrowthGate.bytes(comparison, Share(percent: 1)).outcome == (number > 0 ? .passed : .failed))
    }
  }

  // MARK: Bounds

  private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> DegreeBox {
    try #require(DegreeBox([west, south, east, north]))
  }

  @Test func aSideThatMovesIsMeasuredOnTheEarth() throws {
    let old = try Self.box(10, 0, 20, 40)
    let degree = Geodesic.distance(
      from: Coordinate(latitude: 0, longitude: 0), to: Coordinate(latitude: 0, longitude: 1))
    for new in [try Self.box(9, 0, 20, 40), try Self.box(11, 0, 20, 40), try Self.box(10, 0, 19, 40)] {
      #expect(abs(old.largestMove(to: new) - degree) < 1e-6 && abs(new.largestMove(to: old) - degree) < 1e-6)
    }
    let north = Geodesic.distance(
      from: Coordinate(latitude: 40, longitude: 15), to: Coordinate(latitude: 41, longitude: 15))
    #expect(abs(old.largestMove(to: try Self.box(10, 0, 20, 41)) - north) < 1e-6)
    #expect(old.largestMove(to: old) == 0)
  }

  @Test func the180thMeridianIsNoBorder() throws {
    let before = try Self.box(178, -20, 179.5, -10)
    #expect(before.largestMove(to: try Self.box(178, -20, -179.5, -10)) < 110_000)
    // The sides have not moved, and yet the world is between them.
    let fiji = try Self.box(179, -20, -179, -10)
    #expect(fiji.largestMove(to: try Self.box(-179, -20, 179, -10)) > 18_000_000)
    #expect(fiji.largestMove(to: try Self.box(-180, -20, 180, -10)) > 18_000_000)
    // Around the world, the widest gap may be elsewhere, and that is not a jump of a world.
    let world = try Self.box(-162, -60, -169, 70)
    #expect(world.largestMove(to: try Self.box(-28, -60, -31, 70)) < 400_000)
    #expect(try Self.box(-180, 0, 180, 1).largestMove(to: Self.box(-180, 0, 180, 1)) == 0)
    for degrees in [[1, 2, 3], [0, 5, 1, 4], [0, 0, .nan, 1], [0, 0, 400, 1], [0, -91, 1, 0]] as [[Double]] {
      #expect(DegreeBox(degrees) == nil)
    }
  }

  /// Boxes of whole degrees: the farthest column in steps of half a degree is the farthest of all.
  @Test(arguments: seeds(40)) func reachIsThatOfBruteForce(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func side() -> Double { Double(Int.random(in: -180...180, using: &random)) }
    let (a, b) = (try Self.box(side(), 0, side(), 1), try Self.box(side(), 0, side(), 1))
    func columns(_ box: DegreeBox) -> [Double] { (0...Int(box.width * 2)).map { box.west + Double($0) / 2 } }
    let theirs = columns(b)
    let farthest = columns(a).map { x in
      theirs.map { abs(($0 - x).remainder(dividingBy: 360)) }.min() ?? 360
    }.max()
    #expect(a.excess(beyond: b) == farthest, "\(a) \(b), seed \(seed)")
  }
}
