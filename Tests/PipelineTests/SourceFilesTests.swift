import Foundation
import Testing

@testable import OvertileReading

@Suite struct SourceFilesTests {
  private let scenario: Scenario

  init() throws {
    scenario = try Scenario()
    try FileManager.default.createDirectory(atPath: scenario.path("data/sub"), withIntermediateDirectories: true)
    for name in ["b.geojson", "a.geojson", "c.json", "data/x.geojson", "data/[1].geojson", "data/1.geojson"] {
      try scenario.write("{}", to: name)
    }
  }

  private func files(_ paths: String...) throws -> [String] { try found(paths).files }

  private func found(_ paths: [String]) throws -> (files: [String], warnings: [String]) {
    let list = paths.map { "'\($0)'" }.joined(separator: ", ")
    let configuration = try scenario.configuration(
      """
      name: Files
      sources: {all: {path: [\(list)]}}
      layers: {all: {source: all, kind: shape}}
      output: {path: out}
      """)
    let found = try SourceFiles(configuration.sources[0], avoiding: try RunPaths(configuration))
    func short(_ texts: [String]) -> [String] {
      texts.map { $0.replacingOccurrences(of: scenario.folder.path + "/", with: "") }
    }
    return (short(found.files), short(found.warnings))
  }

  @Test func globsAreSortedAndPathsKeepTheirOrder() throws {
    #expect(try files("*.geojson") == ["a.geojson", "b.geojson"])
    #expect(
      try files("c.json", "*.geojson", "data/x.geojson") == ["c.json", "a.geojson", "b.geojson", "data/x.geojson"])
    #expect(try files("?.json") == ["c.json"] && files("[ab].*") == ["a.geojson", "b.geojson"])
  }

  @Test func eachFileOnce() throws {
    #expect(try files("b.geojson", "*.geojson", "a.geojson") == ["b.geojson", "a.geojson"])
  }

  @Test func aFileOfTwoNamesIsOne() throws {
    try FileManager.default.createSymbolicLink(atPath: scenario.path("link"), withDestinationPath: "data")
    try FileManager.default.linkItem(atPath: scenario.path("data/x.geojson"), toPath: scenario.path("y.geojson"))
    let (files, warnings) = try found(["data/x.geojson", "link/*.geojson", "y.geojson", "data/x.geojson"])
    #expect(files == ["data/x.geojson", "link/1.geojson", "link/[1].geojson"])
    #expect(
      warnings == [
        "source \"all\": link/x.geojson is the same file as data/x.geojson, so it is read only once",
        "source \"all\": y.geojson is the same file as data/x.geojson, so it is read only once",
      ])
  }

  @Test func whatTheRunWritesIsNoInput() throws {
    try scenario.write("{}", to: "out.report.json")
    #expect(try found(["*.json"]).files == ["c.json"] && found(["*.json"]).warnings.count == 1)
    #expect(throws: PipelineError.self) { try found(["data/../out.report.json"]) }
    #expect(throws: PipelineError.self) { try found(["out.*.json"]) }
  }

  @Test func absolutePathsAndStandardInputAreTakenAsTheyAre() throws {
    #expect(try files(scenario.path("c.json"), "-") == ["c.json", "-"])
  }

  @Test func aFileWhoseNameLooksLikeAGlobIsThatFile() throws {
    #expect(try files("data/[1].geojson") == ["data/[1].geojson"])
  }

  @Test func foldersAreNoFilesOfAGlob() throws {
    #expect(try files("data/*") == ["data/1.geojson", "data/[1].geojson", "data/x.geojson"])
  }

  @Test(arguments: ["missing.json", "*.csv", "data", "missing/*.geojson"])
  func whatIsNotThereIsNamed(path: String) throws {
    do {
      _ = try files(path)
      Issue.record("\(path) was there")
    } catch PipelineError.inputMissing(let reason) {
      #expect(reason.contains("source \"all\"") && reason.contains(scenario.path(path)))
    }
  }
}
