import Foundation
import Testing

@testable import OvertilePublishing

/// The owner of a file or of an entry of a folder, and the target of a path.
@Suite struct OwnershipTests {
  private let scenario: Scratch

  init() throws { scenario = try Scratch() }

  private func write(_ text: String, to name: String) throws {
    let path = scenario.path(name)
    try FileSystem.makeFolders(FileSystem.parent(of: path))
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test func filesAreToldByTheirFirstBytes() {
    let mark = FileMark("a test", beginning: Array("{\"a\"".utf8), ignoresSpace: true)
    #expect(mark.matches(Array(" {\n\t\"a\" : 1}".utf8)))
    #expect(!mark.matches(Array("{\"b\":1}".utf8)) && !mark.matches(Array("{\"".utf8)) && !mark.matches([]))
    let long = FileMark("a test", beginning: Array("{\"action\":\"".utf8)).unfinished
    #expect(long.matches([]) && long.matches(Array("{\"action".utf8)) && !long.matches(Array("{\"actio".utf8)))
    #expect(!long.matches([0x7B]) && !mark.unfinished.matches([0x7B]) && mark.unfinished.matches([]))
    let packed = FileMark("a test", beginning: [0x78], mayBeGzip: true).unfinished
    #expect(!packed.matches([0x1F]) && !packed.matches([0x1F, 0x8B, 0x08]) && !packed.matches([0x1E]))
    #expect(!FileMark("a test", beginning: [0x78], mayBeGzip: true).matches([0x1F, 0x8B, 0xFF]))
  }

  @Test func onlyRegularFilesOfTheKindGo() throws {
    let mark = FileMark("a test", beginning: [0x78])
    try write("x", to: "own")
    try write("y", to: "foreign")
    try FileManager.default.createSymbolicLink(atPath: scenario.path("link"), withDestinationPath: "own")
    for name in ["foreign", "link", "."] {
      #expect(throws: PublishingError.self) { try OwnFile.remove(scenario.path(name), mark) }
    }
    try OwnFile.remove(scenario.path("missing"), mark)
    #expect(try FileSystem.names(scenario.folder.path) == ["foreign", "link", "own"])
    try OwnFile.remove(scenario.path("own"), mark)
    #expect(try FileSystem.names(scenario.folder.path) == ["foreign", "link"])
  }

  @Test(arguments: [
    ("bundle.json", true), ("bundle.json.partial", true), ("zooms.journal", true), ("zooms.journal.partial", true),
    ("z00.pmtiles", true), ("z24.mbtiles", true), ("tiles.pmtiles", true), ("z00.pmtiles.17-3.partial", true),
    ("z00.mbtiles.17-3.partial-journal", true), ("members.a%20b.bin", true), ("spool.a1B2c3", true), ("tiles", false),
    ("notes.txt", false), ("z0.pmtiles", false), ("za0.pmtiles", false), ("z00.pmtiles.partial", false),
    ("z00.pmtiles.x-1.partial", false), ("spool.txt", false), ("sub/z00.pmtiles", false), ("members.a", false),
    ("tiles/3/4/5.pbf", true), ("tiles/3/4/5.geojson", true), ("tiles/metadata.json", true), ("tiles/3/4/5.txt", false),
    ("tiles/3/a/5.pbf", false), ("tiles/3/4/notes/5.pbf", false), ("tiles/3/4.pbf", false),
  ])
  func namesOfStagingFolders(name: String, isOwn: Bool) throws {
    try write("x", to: "s/" + name)
    try StagingMark.put(in: scenario.path("s"))
    #expect((try StagingNames(scenario.path("s")).foreignEntry(in: scenario.path("s")) == nil) == isOwn)
  }

  @Test func whatAManifestLists() throws {
    let text = #"{"tiles":{"container":"directory"},"files":[{"path":"tiles"},{"path":"a/b.bin"},{"path":"../c"}]}"#
    let listing = try #require(BundleListing(manifest: Data(text.utf8)))
    for (path, entry, isOwn) in [
      ("bundle.json", .file, true), ("a", .folder, true), ("a/b.bin", .file, true), ("a/c.bin", .file, false),
      ("tiles", .folder, true), ("tiles/1", .folder, true), ("tiles/1/2/3.pbf", .file, true), ("tiles", .link, false),
      ("tiles/1/2/3.pbf", .link, false), ("tiles/1/2/3", .folder, false), ("bundle.json", .folder, false),
      ("a/b.bin", .special, false), ("b", .folder, false),
    ] as [(String, FileSystem.Entry, Bool)] {
      #expect(listing.owns(path, entry) == isOwn, "\(path) \(entry)")
    }
    let flat = try #require(BundleListing(manifest: Data(text.replacing("directory", with: "pmtiles").utf8)))
    #expect(!flat.owns("tiles", .folder) && !flat.owns("tiles/1/2/3.pbf", .file) && flat.owns("tiles", .file))
  }

  @Test func removingStaysInTheFolder() throws {
    try write("mine", to: "precious/letter")
    try write("x", to: "made/deep/file")
    for name in ["made/link", "made/deep/link"] {
      try FileManager.default.createSymbolicLink(
        atPath: scenario.path(name), withDestinationPath: scenario.path("precious"))
    }
    #expect(throws: PublishingError.self) {
      try FolderTree.remove(scenario.path("made")) { path, _ in path != "deep/file" }
    }
    #expect(FileManager.default.fileExists(atPath: scenario.path("made/deep/file")))
    try OwnFolder.removeMade(scenario.path("made"))
    #expect(try FileSystem.names(scenario.folder.path) == ["precious"])
    #expect(try FileSystem.names(scenario.path("precious")) == ["letter"])
    // A link in place of a folder is not entered.
    try FileManager.default.createSymbolicLink(atPath: scenario.path("made"), withDestinationPath: "precious")
    #expect(throws: PublishingError.self) { try FolderTree.remove(scenario.path("made")) }
    #expect(try FileSystem.names(scenario.path("precious")) == ["letter"])
  }

  @Test func spellingsOfOnePath() throws {
    try write("x", to: "a/file")
    try FileManager.default.createSymbolicLink(atPath: scenario.path("link"), withDestinationPath: "a")
    func keys(_ name: String) -> Set<Location.Key> { Set(Location(scenario.path(name)).keys) }
    #expect(!keys("a/file").isDisjoint(with: keys("link/../a/./file")))
    #expect(!keys("a/new/deep").isDisjoint(with: keys("link/new/deep")))
    #expect(!keys("a").isDisjoint(with: keys("link/")))
    #expect(keys("a/file").isDisjoint(with: keys("a/new")))
    let folders = Set(Location(scenario.path("link/new/deep")).folderKeys)
    #expect(!folders.isDisjoint(with: keys("a")) && !folders.isDisjoint(with: keys("a/new")))
    #expect(folders.isDisjoint(with: keys("a/new/deep")))
  }
}
