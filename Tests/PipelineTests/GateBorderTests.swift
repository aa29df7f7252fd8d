import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import TestSupport
import Testing

@testable import OvertilePipeline
@testable import OvertileReading

/// Every gate at its border: a value equal to the limit passes, and one step beyond it does not.
@Suite struct GateBorderTests {
  /// Boxes of any size anywhere, also over the antimeridian: their exact distance is a limit that they keep, and the
  /// next smaller number is not.
  @Test(arguments: seeds(40)) func boundsAtTheirDistance(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func box() -> [Double] {
      let rows = [Double.random(in: -85...85, using: &random), .random(in: -85...85, using: &random)].sorted()
      let columns = (0..<2).map { _ in Double.random(in: -180...180, using: &random) }
      return [columns[0], rows[0], columns[1], rows[1]]
    }
    let boxes = (box(), box())
    let meters = try #require(DegreeBox(boxes.0)).largestMove(to: try #require(DegreeBox(boxes.1)))
    // Bounds do not state the side of the antimeridian; extents do, and then they count.
    let flat = [-180.0, boxes.0[1], 180, boxes.0[3]]
    for hasExtent in [true, false] {
      let (old, new) = (
        BundleManifest.sample { ($0.bounds, $0.extent) = hasExtent ? (flat, boxes.0) : (boxes.0, nil) },
        BundleManifest.sample { ($0.bounds, $0.extent) = hasExtent ? (flat, boxes.1) : (boxes.1, nil) }
      )
      let outcomes = [meters, meters.nextUp, meters.nextDown].map { limit in
        BoundsGate.verdicts(GateComparison.of(old, new), meters: limit).map(\.outcome)
      }
      #expect(outcomes == [[.passed], [.passed], [.failed]], "\(boxes), seed \(seed)")
    }
    let same = BundleManifest.sample { $0.bounds = boxes.0 }
    #expect(BoundsGate.verdicts(GateComparison.of(same, same), meters: 0).map(\.outcome) == [.passed], "seed \(seed)")
  }

  /// The limit of the configuration is the number that is compared: its text does not change it.
  @Test(arguments: seeds(20)) func boundsThroughTheConfiguration(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let east = Double.random(in: 0.001...170, using: &random)
    let (old, new) = (
      BundleManifest.sample { $0.bounds = [0, 0, 0, 0] }, BundleManifest.sample { $0.bounds = [0, 0, east, 0] }
    )
    let meters = try #require(DegreeBox([0, 0, 0, 0])).largestMove(to: try #require(DegreeBox([0, 0, east, 0])))
    let outcomes = try [meters, meters.nextDown].map { limit in
      let yaml = """
        name: Border
        sources: {in: {path: in.json}}
        layers: {a: {source: in, kind: cluster}}
        gates: {bounds: {maxShift: \(limit)m}}
        output: {path: out}
        """
      let gates = try PipelineConfiguration(yaml: yaml, file: "border.yaml").gates
      let read = try #require(gates.singleLimits[.bounds]?.meters)
      return BoundsGate.verdicts(GateComparison.of(old, new), meters: read)[0].outcome
    }
    #expect(outcomes == [.passed, .failed], "\(meters) m, seed \(seed)")
  }

  @Test(arguments: seeds(20)) func accuracyAtItsLimit(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let meters = Double.random(in: 0...100, using: &random)
    func outcome(_ accuracy: Double?, ballpark: Bool = false) -> GateVerdict.Outcome {
      var manifest = BundleManifest.sample()
      var operation = BundleManifest.Reprojection(source: "in", crs: "EPSG:27700", operation: "shift")
      (operation.accuracyMeters, operation.ballpark) = (accuracy, ballpark)
      manifest.provenance.reprojections = [operation]
      return AccuracyGate.verdicts(GateComparison.of(manifest, manifest), meters: meters)[0].outcome
    }
    let told = [outcome(meters), outcome(meters.nextDown), outcome(meters.nextUp)]
    #expect(told == [.passed, .passed, .failed], "seed \(seed)")
    let unknown = [outcome(nil), outcome(.nan), outcome(meters, ballpark: true)]
    #expect(unknown == [.failed, .failed, .failed], "seed \(seed)")
  }

  @Test func aLayerRemainsWithItsLastFeature() {
    let outcomes = [(1, 1), (1, 0), (1000, 1), (1000, 0)].map { old, new in
      LayersGate.verdicts(
        GateComparison.of(.sample { $0.features = old }, .sample { $0.features = new }))[0].outcome
    }
    #expect(outcomes == [.passed, .failed, .passed, .failed])
    // A layer that was empty before cannot vanish.
    #expect(LayersGate.verdicts(GateComparison.of(.sample(), .sample { $0.features = 1 })).isEmpty)
  }

  /// Source and layer together, as a share of all that were read: the limit itself passes, one feature more does not.
  @Test(arguments: seeds(30)) func rejectedAtTheirShare(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let percent = UInt64.random(in: 0..<100, using: &random)
    let read = Int.random(in: 1...50, using: &random) * 100
    let most = read / 100 * Int(percent)
    let outcomes = [most, most + 1].map { rejected in
      let bySource = Int.random(in: 0...rejected, using: &random)
      var report = BuildReport(bundle: "", name: "")
      var source = BuildReport.Source(name: "in", files: 1)
      (source.read, source.usable, source.rejected) = (read, read - bySource, bySource)
      report.sources = [source]
      var layer = BuildReport.Layer(name: "a", source: "in", kind: "cluster")
      layer.rejected = rejected - bySource
      report.layers = [layer]
      let comparison = GateComparison.of(.sample(), .sample(), report: report)
      return RejectedGate.verdicts(comparison, Share(percent: Double(percent)), sources: ["in"]).map(\.outcome)
    }
    #expect(outcomes == [[.passed], [.failed]], "\(percent)% of \(read), seed \(seed)")
  }

  /// A property of any share of the features, before and now of different numbers of features.
  @Test(arguments: seeds(30)) func propertiesAtTheirShare(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let percent = Int.random(in: 0..<100, using: &random)
    // With a hundred times as many features, a whole number of values is exactly as much less as the limit allows.
    let values = Int.random(in: 1...50, using: &random)
    let least = values * (100 - percent)
    let outcomes = [least, least - 1].map { now in
      PropertiesGate.verdicts(
        GateComparison.of(
          .sample { ($0.features, $0.values) = (50, ["p": values]) },
          .sample { ($0.features, $0.values) = (5000, ["p": now]) }), Share(percent: Double(percent))
      ).map(\.outcome)
    }
    #expect(outcomes == [[.passed], [.failed]], "\(values) of 50 less \(percent)%, seed \(seed)")
  }

  /// Whole builds: the largest share of a hundred millionth that the kept ids reach passes, and the next does not.
  @Test func clustersAtTheirShare() throws {
    let nights = try GateScenario()
    _ = try nights.build(nights.yaml(layers: ["a"]))
    try nights.write(GateScenario.second)
    var told: [GateVerdict] = []
    let all = nights.yaml([.clusters: "{minKept: 100%}"], layers: ["a"])
    _ = try nights.rejection(all) { if case .gate(let verdict) = $0 { told.append(verdict) } }
    // "21 clusters", "7 ids kept, 33.3333%"
    let numbers = [told.first?.change, told.first?.old].map { $0?.split(separator: " ").first.flatMap { UInt64($0) } }
    let (kept, old) = (try #require(numbers[0]), try #require(numbers[1]))
    #expect(0 < kept && kept < old)
    let reached = kept * 100_000_000 / old
    func gate(_ share: UInt64) -> String {
      let digits = "\(1_000_000 + share % 1_000_000)".dropFirst()
      return nights.yaml([.clusters: "{minKept: \(share / 1_000_000).\(digits)%}"], layers: ["a"])
    }
    #expect(try nights.rejection(gate(reached + 1)).contains("  clusters, layer \"a\""))
    #expect(try nights.build(gate(reached)).gates?.map(\.outcome) == [.passed])
  }
}
