import OvertileConfiguration
import Testing

/// The block `gates`.
@Suite struct GateKeysTests {
  private static func withGates(_ gates: String) -> String {
    Sample.minimal.replacing("output:", with: "gates: \(gates)\noutput:")
  }

  @Test func everyGateIsRead() throws {
    let text = """
      {features: {maxDecrease: 5%, maxIncrease: 20%, layers: {points: {maxDecrease: 0.5 %}}}, layers: keep, bounds: {maxShift: 50km}, \
      tiles: {maxIncrease: 30%}, bytes: {maxIncrease: 300%}, properties: {maxLoss: 5%}, clusters: {minKept: 90%}, rejected: {maxShare: 0.5%}, \
      accuracy: {maxError: 1m}, empty: fail}
      """
    let configuration = try PipelineConfiguration(yaml: Self.withGates(text), file: "p.yaml")
    let gates = configuration.gates
    #expect(gates.limits.map { $0.gate } == GateName.allCases.filter { $0 != .maxAge })
    #expect(gates.features(of: "points").maxDecrease == Share(percent: 0.5))
    #expect(gates.features(of: "points").maxIncrease == Share(percent: 20))
    #expect(gates.features(of: "others").maxDecrease == Share(percent: 5))
    #expect(gates.singleLimits[.bounds]?.meters == 50_000 && gates.singleLimits[.accuracy]?.meters == 1)
    #expect(gates.singleLimits[.bytes]?.share == Share(percent: 300))
    #expect(gates.summary(of: .features) == "maxDecrease 5%, maxIncrease 20%; points: maxDecrease 0.5%")
    #expect(gates.summary(of: .bounds) == "maxShift 50 km" && gates.summary(of: .accuracy) == "maxError 1 m")
    // Gates change no byte of a bundle, so they do not change the digest of a configuration either.
    let plain = try PipelineConfiguration(yaml: Sample.minimal, file: "p.yaml")
    #expect(plain.canonicalText == configuration.canonicalText && plain.gates.limits.isEmpty)
  }

  @Test(arguments: [
    ("{feature: {maxDecrease: 5%}}", "gates.feature", "did you mean \"features\"?"),
    ("{features: {layers: {pionts: {maxDecrease: 1%}}}}", "gates.features.layers.pionts", "did you mean \"points\"?"),
    ("{features: {maxDecrease: 5}}", "gates.features.maxDecrease", "missing unit; write 5%"),
    (
      "{features: {maxDecrease: 101%}}", "gates.features.maxDecrease",
      "101% is out of range: it must be from 0 to 100%"
    ),
    ("{features: {}}", "gates.features", "at least one of the keys maxDecrease, maxIncrease, layers"),
    ("{features: {layers: {points: {}}}}", "gates.features.layers.points", "at least one of the keys"),
    ("{layers: true}", "gates.layers", "\"keep\""),
    ("{empty: false}", "gates.empty", "\"fail\", \"warn\", \"pass\""),
    ("{bounds: {maxShift: 5px}}", "gates.bounds.maxShift", "the unit \"px\" is not valid here"),
    ("{tiles: {maxIncrease: 3km}}", "gates.tiles.maxIncrease", "the unit \"km\" is not valid here"),
    ("{clusters: {}}", "gates.clusters.minKept", "missing key"),
    ("{}", "gates", "at least one of the keys features"),
  ])
  func mistakesAreTold(gates: String, place: String, reason: String) {
    let problems = Sample.problems(Self.withGates(gates))
    let found = problems.contains { $0.keyPath == place && $0.reason.contains(reason) }
    #expect(found, "\(problems)")
  }
}
