import Foundation
import OvertileBundleFormat
import OvertileConfiguration
import TestSupport
import Testing

@testable import OvertilePipeline
@testable import OvertileReading

/// Gates in whole builds: each one firing, not firing, and accepted; and old bundles of every sort.
@Suite struct GatesTests {
  @Test(arguments: GateScenario.judged) func eachGateStopsPassesAndIsAccepted(gate: GateName) throws {
    let nights = try GateScenario()
    let limits = GateScenario.limits(gate)
    _ = try nights.build(nights.yaml())
    // The first night passes again, against itself; the accuracy is the same every night.
    let loose = nights.yaml([gate: limits.loose])
    let same = try nights.build(loose)
    #expect(same.gates?.isEmpty == false && same.gates?.allSatisfy { $0.outcome == .passed } == true)

    try nights.write(GateScenario.second)
    let layers = gate == .layers ? ["a"] : ["a", "b"]
    let tight = nights.yaml([gate: limits.tight], layers: layers)
    var told: [GateVerdict] = []
    let text = try nights.rejection(tight) { if case .gate(let verdict) = $0 { told.append(verdict) } }
    #expect(!told.isEmpty && told.allSatisfy { $0.name == gate && $0.outcome == .failed })
    for verdict in told { #expect(text.contains(verdict.summary)) }
    #expect(text.contains("--accept-gates \(gate.rawValue)"))
    if gate.comparesBundles { #expect(told.allSatisfy { $0.old != nil && $0.new != nil }) }
    #expect(told.allSatisfy { $0.new != nil && text.contains($0.limit) })

    try DryRunTests.checkGates(nights, gate, tight, failed: text)

    // Another gate that is accepted does not help; this one does, and the report states it.
    let others = Set(GateScenario.judged).subtracting([gate])
    _ = try nights.rejection(tight, GateOptions(accepted: others))
    let before = try nights.scenario.bundleFiles()
    let report = try nights.build(tight, GateOptions(accepted: [gate]))
    #expect(report.gates?.contains { $0.outcome == .accepted } == true)
    #expect(report.gates?.contains { $0.outcome == .failed } == false)
    #expect(differences(before, try nights.scenario.bundleFiles()).contains("bundle.json"))

    // A value just within the limit passes, without a message.
    try nights.write(GateScenario.first)
    _ = try nights.build(nights.yaml())
    try nights.write(GateScenario.second)
    told = []
    let passed = try nights.build(loose, GateOptions()) { if case .gate(let verdict) = $0 { told.append(verdict) } }
    #expect(told.isEmpty && passed.gates?.allSatisfy { $0.outcome == .passed } == true)
  }

  @Test func allFailuresAreToldAtOnce() throws {
    let nights = try GateScenario()
    _ = try nights.build(nights.yaml())
    try nights.write(GateScenario.second)
    let all = Dictionary(uniqueKeysWithValues: GateScenario.judged.map { ($0, GateScenario.limits($0).tight) })
    let text = try nights.rejection(nights.yaml(all, layers: ["a"]))
    #expect(text.hasPrefix("9 gates failed"))
    #expect(text.contains("the configuration has changed since the old bundle was built"))
    let names = GateScenario.judged.map(\.rawValue).joined(separator: ",")
    #expect(text.split(separator: "\n").contains { $0.hasSuffix("--accept-gates \(names)") })
    #expect(!FileManager.default.fileExists(atPath: nights.scenario.path("out.rejected")))
    let report = try nights.build(
      nights.yaml(all, layers: ["a"]), GateOptions(accepted: Set(GateScenario.judged)))
    let written = try nights.scenario.report()
    #expect(Set((written.gates ?? []).filter { $0.outcome == .accepted }.map(\.name)) == Set(GateScenario.judged))
    #expect(written.gates == report.gates)
  }

  @Test func gatesAndWhatIsAcceptedLeaveNoTraceInTheBundle() throws {
    let (plain, gated) = (try GateScenario(), try GateScenario())
    let all = Dictionary(uniqueKeysWithValues: GateScenario.judged.map { ($0, GateScenario.limits($0).tight) })
    _ = try plain.build(plain.yaml())
    _ = try gated.build(gated.yaml(all), GateOptions(accepted: Set(GateScenario.judged)))
    #expect(differences(try plain.scenario.bundleFiles(), try gated.scenario.bundleFiles()) == [])
  }

  @Test func aForeignFolderIsNotTakenForARejectedBundle() throws {
    let nights = try GateScenario()
    _ = try nights.build(nights.yaml())
    try FileManager.default.createDirectory(
      atPath: nights.scenario.path("out.rejected"), withIntermediateDirectories: true)
    try nights.scenario.write("mine", to: "out.rejected/notes.txt")
    for place in [.besideOutput, .path(nights.scenario.path("out")), .path(nights.scenario.path("out/in"))]
      as [GateOptions.RejectedBundle]
    {
      do {
        _ = try nights.build(nights.yaml(), GateOptions(rejected: place))
        Issue.record("\(place) was taken")
      } catch PipelineError.cannotCreate {}
    }
    #expect(try String(contentsOfFile: nights.scenario.path("out.rejected/notes.txt"), encoding: .utf8) == "mine")
  }
}
