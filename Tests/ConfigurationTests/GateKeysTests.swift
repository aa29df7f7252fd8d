import OvertileConfiguration
import Testing

/// The block `gates`.
@Suite struct GateKeysTests {
  private static func withGates(_ gates: String) -> String {
    Sample.minimal.replacing("output:", with: "gates: \(gates)\noutput:")
  }

  @Test func everyGateIsRead() throws {
    let text = """
      {features: {fall: 5%, rise: 20%, layers: {points: {fall: 0.5 %}}}, layers: keep, bounds: {move: 50km}, \
      tiles: {grow: 30%}, bytes: {grow: 300%}, properties: {lose: 5%}, clusters: {kept: 90%}, rejected: {share: 0.5%}, \
      accuracy: {worst: 1m}, empty: fail}
      """
    let configuration = try PipelineConfiguration(yaml: Self.withGates(text), file: "p.yaml")
    let gates = configuration.gates
    #expect(gates.names == GateName.allCases.filter { $0 != .maxAge })
    #expect(gates.features(of: "points").fall == Share(percent: 0.5))
    #expect(gates.features(of: "points").rise == Share(percent: 20))
    #expect(gates.features(of: "others").fall == Share(percent: 5))
    #expect(gates.boundsMeters == 50_000 && gates.accuracyMeters == 1 && gates.bytesGrowth == Share(percent: 300))
    #expect(gates.summary(of: .features) == "fall 5%, rise 20%; points: fall 0.5%")
    #expect(gates.summary(of: .bounds) == "move 50 km" && gates.summary(of: .accuracy) == "worst 1 m")
    // Gates change no byte of a bundle, so they do not change the digest of a configuration either.
    let plain = try PipelineConfiguration(yaml: Sample.minimal, file: "p.yaml")
    #expect(plain.canonicalText == configuration.canonicalText && plain.gates.names.isEmpty)
  }

  @Test(arguments: [
    ("{feature: {fall: 5%}}", "gates.feature", "did you mean \"features\"?"),
    ("{features: {fell: 5%}}", "gates.features.fell", "did you mean \"fall\"?"),
    ("{features: {layers: {pionts: {fall: 1%}}}}", "gates.features.layers.pionts", "did you mean \"points\"?"),
    ("{features: {fall: 5}}", "gates.features.fall", "missing unit; write 5%"),
    ("{features: {fall: 101%}}", "gates.features.fall", "101% is out of range: it must be from 0 to 100%"),
    ("{features: {}}", "gates.features", "{fall: 5%, rise: 20%}"),
    ("{features: {layers: {points: {}}}}", "gates.features.layers.points", "{fall: 5%, rise: 20%}"),
    ("{layers: true}", "gates.layers", "\"keep\""),
    ("{empty: false}", "gates.empty", "\"fail\", \"warn\", \"pass\""),
    ("{bounds: {move: 5px}}", "gates.bounds.move", "the unit \"px\" is not valid here"),
    ("{tiles: {grow: 3km}}", "gates.tiles.grow", "the unit \"km\" is not valid here"),
    ("{clusters: {}}", "gates.clusters.kept", "missing key"),
    ("{}", "gates", "at least one of features"),
  ])
  func mistakesAreTold(gates: String, place: String, reason: String) {
    let problems = Sample.problems(Self.withGates(gates))
    let found = problems.contains { $0.keyPath == place && $0.reason.contains(reason) }
    #expect(found, "\(problems)")
  }
}
