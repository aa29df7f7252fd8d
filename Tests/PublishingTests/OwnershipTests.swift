import Foundation
import OvertileCore
import Testing

@testable import OvertilePublishing

/// The owner of a file or of an entry of a folder, and the target of a path.
@Suite struct OwnershipTests {
  private let scenario: Scratch

  init() throws { scenario = try Scratch() }

  private func write(_ text: String, to name: String) throws {
    let path = scenario.path(name)
    let url = URL(fileURLWithPath: path)
    try FileSystem.makeFolders(url.deletingLastPathComponent().path)
    try Data(text.utf8).write(to: url)
  }

  @Test func filesAreToldByTheirFirstBytes() {
    let mark = FileMark("a test", beginning: Array("{\"a\"".utf8))
    #expect(mark.matches(Array("{\"a\":1}".utf8)))
    #expect(!mark.matches(Array("{\"b\":1}".utf8)) && !mark.matches(Array("{\"".utf8)) && !mark.matches([]))
    let packed = FileMark("a test", beginning: [0x78], mayBeGzip: true)
    for head: [UInt8] in [[0x1F], [0x1F, 0x8B, 0x08], [0x1E], [0x1F, 0x8B, 0xFF]] { #expect(!packed.matches(head)) }
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

  @Test func aFileHasNoNameUntilItIsWhole() throws {
    let mark = FileMark("a test", beginning: [0x78])
    let file = try TemporaryFile(for: scenario.path("f"), replacing: mark)
    try file.append(Array("xyz".utf8))
    #expect(try FileSystem.names(scenario.folder.path) == [] && file.read(at: 1, count: 9) == Array("yz".utf8))
    try file.publish(mode: 0o640)
    #expect(try FileSystem.names(scenario.folder.path) == ["f"])
    let status = try FileManager.default.attributesOfItem(atPath: scenario.path("f"))
    #expect(status[.posixPermissions] as? Int == 0o640)
  }

  @Test func aWholeFileOfADeadRunGoes() throws {
    let (mark, own) = (FileMark("a test", beginning: [0x78]), ProcessInfo.processInfo.processIdentifier)
    // No process has such a number.
    try write("xyz", to: "f.4194304.partial")
    for name in ["f.partial", "f.old.partial", "f.\(own).partial", "g.4194304.partial"] { try write("xyz", to: name) }
    try write("mine", to: "f.4194303.partial")
    TemporaryFile.removeAbandoned(scenario.path("f"), mark)
    #expect(try !FileSystem.names(scenario.folder.path).contains("f.4194304.partial"))
    #expect(try FileSystem.names(scenario.folder.path).count == 5)
  }

  @Test func whatAManifestLists() throws {
    let text = #"{"tiles":{"container":"directory"},"files":[{"path":"tiles"},{"path":"a/b.bin"},{"path":"../c"}]}"#
    let listing = try #require(BundleListing(manifest: Data(text.utf8)))
    for (path, entry, isOwn) in [
      ("bundle.json", .file, true), ("a", .folder, true), ("a/b.bin", .file, true), ("a/c.bin", .file, false),
      ("tiles", .folder, true), ("tiles/1", .folder, true), ("tiles/1/2/3.pbf", .file, true), ("tiles", .link, false),
      ("tiles/1/2/3.pbf", .link, false), ("tiles/1/2/3", .folder, false), ("bundle.json", .folder, false),
      ("a/b.bin", .device, false), ("b", .folder, false),
    ] as [(String, FileKind, Bool)] {
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
    func key(_ name: String) -> OutputLocation.Key { OutputLocation(scenario.path(name)).keys[0] }
    #expect(key("a/file") == key("link/../a/./file") && key("a/new/deep") == key("link/new/deep"))
    #expect(key("a") == key("link/") && key("a/file") != key("a/new"))
    let folders = OutputLocation(scenario.path("link/new/deep")).keys.dropFirst()
    #expect(folders.contains(key("a")) && folders.contains(key("a/new")) && !folders.contains(key("a/new/deep")))
  }
}
