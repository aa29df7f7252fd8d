import Foundation
import MapMath
import TestSupport
import Testing

@testable import OvertileTileArchive

@Suite struct DirectoryReaderTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func put(_ name: String, _ text: String) throws {
    let file = scratch.folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func tiles() throws -> [String: String] {
    var found: [String: String] = [:]
    try DirectoryReader(path: scratch.folder.path).forEachTile { found["\($0)"] = String(decoding: $1, as: UTF8.self) }
    return found
  }

  @Test func passesOverWhatIsNoTile() throws {
    try put("3/1/2.mvt", "a")
    for name in [
      "3/1/02.mvt", "3/1/+2.mvt", "3/1/8.mvt", "3/1/2.mvt.bak", "3/1/.mvt", "3/8/0.mvt", "x/0/0.mvt", "32/0/0.mvt",
      "3/1/3.png", "03/1/2.mvt", "-1/0/0.mvt", "99999999999999999999/0/0.mvt", "3/README", "notes.txt",
    ] {
      try put(name, "b")
    }
    #expect(try tiles() == ["3/1/2": "a"])
    let reader = try DirectoryReader(path: scratch.folder.path)
    #expect(try reader.zooms() == 3...3 && reader.content == .vectorTile && reader.fileExtension == "mvt")
    #expect(try reader.metadataJSON() == Array("{}".utf8) && reader.tile(TileID(uncheckedZ: 3, x: 1, y: 3)) == nil)
  }

  @Test func countsFromTheSouthWhereToldSo() throws {
    try put("2/0/0.pbf", "a")
    try put("metadata.json", #"{"scheme": "tms"}"#)
    #expect(try tiles() == ["2/0/3": "a"])
    let reader = try DirectoryReader(path: scratch.folder.path)
    let found = try [3, 0].map { try reader.tile(TileID(uncheckedZ: 2, x: 0, y: $0)) }
    #expect(found == [Array("a".utf8), nil])
    try put("metadata.json", #"{"scheme": "xyz"}"#)
    #expect(try tiles() == ["2/0/0": "a"])
  }

  @Test func namesOtherContents() throws {
    try put("0/0/0.geojson", "{}")
    let reader = try TileArchives.open(path: scratch.folder.path)
    #expect(reader.content == .other("geojson") && reader.container == .directory && reader.tileCompression == .none)
    var sizes: [Int] = []
    try reader.forEachRun { sizes.append($0.bytes) }
    #expect(sizes == [2])
  }

  @Test func anEmptyFileIsATile() throws {
    try put("0/0/0.pbf", "")
    #expect(try tiles() == ["0/0/0": ""])
    #expect(try DirectoryReader(path: scratch.folder.path).plainTile(TileID(uncheckedZ: 0, x: 0, y: 0)) == [])
  }

  @Test func emptyZoomsDoNotCount() throws {
    try put("metadata.json", #"{"format": "pbf"}"#)
    for zoom in ["0", "4/2"] {
      try FileManager.default.createDirectory(
        at: scratch.folder.appendingPathComponent(zoom), withIntermediateDirectories: true)
    }
    let empty = try DirectoryReader(path: scratch.folder.path)
    #expect(try empty.zooms() == nil && empty.content == .vectorTile)
    try put("2/1/1.pbf", "a")
    #expect(try DirectoryReader(path: scratch.folder.path).zooms() == 2...2)
  }

  @Test func rejectsAnotherFolder() throws {
    try put("notes.txt", "")
    #expect { _ = try TileArchives.open(path: scratch.folder.path) } throws: {
      ($0 as? ArchiveError)?.code == .cannotOpen
    }
  }
}
