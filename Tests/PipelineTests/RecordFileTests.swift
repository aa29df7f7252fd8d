import Foundation
import OvertilePublishing
import Testing

@testable import OvertileReading

/// Small ledgers are text, large ones gzip, and a file of the other name is removed.
@Suite struct RecordFileTests {
  private func names(_ scenario: Scenario) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scenario.folder.path).sorted()
  }

  private func file(in scenario: Scenario, compressAbove: Int) -> RecordFile {
    RecordFile(
      RecordPaths(
        path: scenario.path("l.jsonl"), failedPath: scenario.path("failed.l.jsonl"),
        mark: FileMark("a test", beginning: Array("{\"line\"".utf8), mayBeGzip: true)),
      compressAbove: compressAbove)
  }

  private func write(
    _ lines: Int, in scenario: Scenario, compressAbove: Int = 3 << 20, failed: Bool = false
  ) throws -> (Data, String?) {
    let file = file(in: scenario, compressAbove: compressAbove)
    var all = Data()
    for line in 0..<lines {
      let text = Data("{\"line\":\(line),\"padding\":\"\(String(repeating: "x", count: 1000))\"}\n".utf8)
      all += text
      try file.append(text)
    }
    try file.publish(failed: failed)
    return (all, file.published)
  }

  @Test func changesFromTextToGzipAndBack() throws {
    let scenario = try Scenario()
    let (small, paths) = try write(2500, in: scenario)
    #expect(try names(scenario) == ["l.jsonl"] && paths == scenario.path("l.jsonl"))
    #expect(FileManager.default.contents(atPath: scenario.path("l.jsonl")) == small)
    // The size at which it changes falls between two writes, so that the first part is compressed afterwards.
    let (large, compressed) = try write(5000, in: scenario)
    #expect(try names(scenario) == ["l.jsonl.gz"] && compressed == scenario.path("l.jsonl.gz"))
    let stored = try #require(FileManager.default.contents(atPath: scenario.path("l.jsonl.gz")))
    #expect(try stored.count < large.count / 50 && gunzip(scenario.path("l.jsonl.gz")) == large)
    _ = try write(1, in: scenario)
    #expect(try names(scenario) == ["l.jsonl"] && write(0, in: scenario).1 == nil && names(scenario) == [])
  }

  @Test func aFailedRunHasAPlaceOfItsOwn() throws {
    let scenario = try Scenario()
    let (served, _) = try write(2, in: scenario)
    #expect(try write(5000, in: scenario, failed: true).1 == scenario.path("failed.l.jsonl.gz"))
    #expect(try names(scenario) == ["failed.l.jsonl.gz", "l.jsonl"])
    #expect(try write(3, in: scenario, failed: true).1 == scenario.path("failed.l.jsonl"))
    #expect(try names(scenario) == ["failed.l.jsonl", "l.jsonl"])
    #expect(FileManager.default.contents(atPath: scenario.path("l.jsonl")) == served)
    _ = try write(1, in: scenario)
    #expect(try names(scenario) == ["l.jsonl"])
  }

  @Test(arguments: ["l.jsonl", "l.jsonl.gz", "failed.l.jsonl", "failed.l.jsonl.gz"])
  func whatIsNotOursStays(name: String) throws {
    let scenario = try Scenario()
    try scenario.write("mine", to: name)
    #expect(throws: PublishingError.self) { _ = try write(2, in: scenario) }
    #expect(FileManager.default.contents(atPath: scenario.path(name)) == Data("mine".utf8))
    #expect(!(try names(scenario).contains { $0.hasSuffix(".partial") }))
  }

  @Test func whatIsNotPublishedLeavesNothing() throws {
    let scenario = try Scenario()
    do {
      let file = file(in: scenario, compressAbove: 1 << 20)
      for _ in 0..<3 { try file.append(Data(count: 1 << 20)) }
    }
    #expect(try names(scenario) == [])
  }

  private func gunzip(_ path: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}
