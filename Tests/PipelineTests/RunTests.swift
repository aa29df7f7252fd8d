import Foundation
import OvertileBundleFormat
import TestSupport
import Testing

@testable import OvertilePipeline
@testable import OvertileReading

/// A run as its caller sees it: events, cancellation, errors, and the files that it leaves.
@Suite struct RunTests {
  private static let yaml = """
    name: Run
    sources: {in: {path: in.json}}
    layers: {points: {source: in, kind: cluster, zooms: 0-3}}
    output: {path: out}
    """

  private func scenario(_ input: String? = nil) throws -> Scenario {
    let scenario = try Scenario()
    let point = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}"#
    try scenario.write(input ?? point, to: "in.json")
    return scenario
  }

  @Test func stagesComeInTheirOrderAndTheReportIsWritten() throws {
    let scenario = try scenario()
    var stages: [BuildStage] = []
    let report = try scenario.build(Self.yaml) { if case .began(let stage) = $0 { stages.append(stage) } }
    #expect(stages == BuildStage.allCases)
    let written = try scenario.report()
    #expect(written.name == "Run" && written.tiles == report.tiles && written.featuresRead == 1)
    #expect(
      report.bytes == (try scenario.bundleFiles()).filter { $0.key != "bundle.json" }.map(\.value.count).reduce(0, +))
    #expect(try scenario.names() == ["in.json", "out", "out.report.json"])
  }

  @Test(arguments: BuildStage.allCases) func aCancelledRunLeavesTheOldBundle(stage: BuildStage) throws {
    let scenario = try scenario()
    try scenario.build(Self.yaml)
    let before = try scenario.bundleFiles()
    try scenario.write(
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[9,9]},"properties":{}}"#, to: "in.json")
    let cancellation = Cancellation()
    do {
      _ = try PipelineBuild(scenario.configuration(Self.yaml), cancellation: cancellation).run { event in
        if case .began(stage) = event { cancellation.cancel() }
      }
      Issue.record("the run went on")
    } catch PipelineError.cancelled {}
    #expect(differences(before, try scenario.bundleFiles()) == [])
    #expect(try scenario.names() == ["in.json", "out", "out.report.json"])
  }

  @Test func aStreamThatEndsEarlyEndsTheRun() throws {
    let scenario = try scenario(#"{"type":"FeatureCollection","features":["#)
    let error = #expect(throws: PipelineError.self) { try scenario.build(Self.yaml) }
    #expect(try scenario.names() == ["in.json", "out.failed.report.json"])
    let failure = try #require(try scenario.report("out.failed.report.json").failure)
    #expect(failure.contains("in.json") && error?.description.hasPrefix(failure) == true)
  }

  @Test func aForeignTargetEndsTheRunBeforeAnythingIsRead() throws {
    let scenario = try scenario("not GeoJSON")
    try FileManager.default.createDirectory(at: scenario.bundle, withIntermediateDirectories: false)
    try scenario.write("mine", to: "out/notes.txt")
    do {
      try scenario.build(Self.yaml)
      Issue.record("a foreign folder was replaced")
    } catch PipelineError.cannotCreate {}
    #expect(try String(contentsOfFile: scenario.path("out/notes.txt"), encoding: .utf8) == "mine")
  }

  /// The file that carries the member is the one that is named.
  @Test func aLegacyCRSNamesItsFile() throws {
    let scenario = try scenario()
    let crs = #""crs":{"type":"name","properties":{"name":"EPSG:27700"}}"#
    try scenario.write(
      #"{"type":"Feature",\#(crs),"geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}"#, to: "second.json")
    do {
      try scenario.build(Self.yaml.replacingOccurrences(of: "path: in.json", with: "path: [in.json, second.json]"))
      Issue.record("a member that contradicts the configuration was passed over")
    } catch PipelineError.badData(let reason) {
      #expect(reason.hasPrefix(scenario.path("second.json")) && reason.contains("EPSG:27700"))
    }
  }

  @Test func aCheckProbesWithoutBuilding() throws {
    let scenario = try scenario(
      [
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}"#,
        #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"properties":{}}"#,
      ].joined(separator: "\n"))
    let findings = try PipelineCheck(scenario.configuration(Self.yaml)).run()
    #expect(findings.count == 1 && findings[0].probedFeatures == 2 && findings[0].rejected.count == 1)
    #expect(findings[0].rejected[0].contains("wrong-geometry"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scenario.folder.path) == ["in.json"])
  }
}
