import Foundation
import Testing

@testable import OvertilePublishing

@Suite struct FileSystemTests {
  private static let mark = FileMark("a test") { $0 == Array("one".utf8) || $0 == Array("two".utf8) }

  @Test func replacesAFileAsAWhole() throws {
    let scenario = try Scratch()
    let path = scenario.path("report.json")
    try FileSystem.replace(path, with: Data("one".utf8), Self.mark)
    let reader = try #require(FileHandle(forReadingAtPath: path))
    try FileSystem.replace(path, with: Data("two".utf8), Self.mark)
    #expect(FileManager.default.contents(atPath: path) == Data("two".utf8))
    #expect(try reader.readToEnd() == Data("one".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scenario.folder.path) == ["report.json"])
  }

  @Test func leavesNothingWhenItFails() throws {
    let scenario = try Scratch()
    let folder = scenario.path("in-the-way")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    #expect(throws: PublishingError.self) { try FileSystem.replace(folder, with: Data("x".utf8), Self.mark) }
    #expect(throws: PublishingError.self) {
      try FileSystem.replace(scenario.path("no/folder"), with: Data("x".utf8), Self.mark)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scenario.folder.path) == ["in-the-way"])
  }

  @Test func exchangesTwoFolders() throws {
    let scenario = try Scratch()
    let (a, b) = (scenario.path("a"), scenario.path("b"))
    for path in [a, b] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      try Data(path.utf8).write(to: URL(fileURLWithPath: path + "/name"))
    }
    // File systems that cannot exchange report it and change neither.
    let exchanged = try FileSystem.exchange(a, b)
    #expect(FileManager.default.contents(atPath: a + "/name") == Data((exchanged ? b : a).utf8))
    #expect(FileManager.default.contents(atPath: b + "/name") == Data((exchanged ? a : b).utf8))
    #expect(throws: PublishingError.self) { try FileSystem.exchange(a, scenario.path("missing")) }
  }

  @Test func moveAndSynchronizeNameWhatFailed() throws {
    let scenario = try Scratch()
    let missing = scenario.path("missing")
    for body in [
      { try FileSystem.move(missing, to: scenario.path("there")) }, { try FileSystem.synchronize(missing) },
    ] {
      do {
        try body()
        Issue.record("a missing file was there")
      } catch PublishingError.inputOutput(let reason) {
        #expect(reason.contains(missing) && reason.contains("No such file"))
      }
    }
    try FileSystem.synchronizeTree(scenario.folder.path)
  }
}
