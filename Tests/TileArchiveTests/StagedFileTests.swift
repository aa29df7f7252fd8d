import Foundation
import OvertileTileArchive
import TestSupport
import Testing

@Suite struct StagedFileTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted() }
  }

  private func write(_ text: String, to file: StagedFile) throws {
    try Array(text.utf8).withUnsafeBytes { try UnixFile.write(file.descriptor, path: file.path, $0) }
  }

  @Test func aPublishedFileTakesThePlaceOfAnother() throws {
    let target = scratch.path("a")
    try Data("old".utf8).write(to: URL(fileURLWithPath: target))
    let file = try StagedFile.beside(target)
    try write("new", to: file)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "old")
    try file.publish(to: target)
    file.close()
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "new")
    #expect(try names == ["a"])
  }

  @Test func whatIsNotPublishedIsGone() throws {
    do { try write("new", to: try StagedFile.beside(scratch.path("a"))) }
    #expect(try names == [])
  }

  @Test func aFileWithoutANameCanBeWritten() throws {
    let file = try StagedFile.beside(scratch.path("a"))
    file.discard()
    #expect(try names == [])
    try write("text", to: file)
    let bytes = try UnixFile.read(file.descriptor, path: file.path, offset: 0, count: 4)
    #expect(bytes == Array("text".utf8))
  }

  @Test func namesThatAreTakenAreLeftAlone() throws {
    let target = scratch.path("a")
    let first = try StagedFile.beside(target)
    let second = try StagedFile.beside(target)
    #expect(first.path != second.path)
    #expect(StagedFile(first.path) == nil)
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: scratch.path("b"))
    #expect(StagedFile(scratch.path("link")) == nil)
    #expect(try names.count == 3)
    for file in [first, second] { file.close() }
    #expect(try names == ["link"])
  }

  @Test func whatCannotBeMadeIsAnError() throws {
    #expect(throws: ArchiveError.self) { try StagedFile.beside(scratch.path("no folder/a")) }
    let file = try StagedFile.beside(scratch.path("a"))
    #expect(throws: ArchiveError.self) { try file.publish(to: scratch.path("no folder/a")) }
    file.close()
    #expect(try names == [])
  }
}
