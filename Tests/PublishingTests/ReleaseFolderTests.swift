import Foundation
import OvertileBundleFormat
import Testing

@testable import OvertilePublishing

/// Releases beside each other, and a link to the one in use.
@Suite struct ReleaseFolderTests {
  private let scenario: Scratch
  private var root: URL { scenario.bundle }

  init() throws { scenario = try Scratch() }

  private static func digest(_ letter: Character) -> String { String(repeating: letter, count: 64) }

  /// Publishes a bundle whose manifest states a digest of one letter.
  private func publish(_ letter: Character, keep: Int = 7) throws {
    let staged = try StagedBundle(target: root, publication: .versioned(keep: keep))
    var manifest = BundleManifest(
      name: String(letter),
      tiles: BundleManifest.TileStorage(
        layout: .single, container: .pmtiles, extent: 4096, buffer: 64),
      provenance: BundleManifest.Provenance(configuration: "", features: "", reprojections: []))
    manifest.digest = Self.digest(letter)
    try manifest.encoded().write(to: staged.folder.appendingPathComponent(BundleManifest.fileName))
    try staged.publish()
  }

  private func releases() throws -> [String] { try FileSystem.names(root.path + "/releases") }

  @Test func theOldestGo() throws {
    for letter in "abc" { try publish(letter, keep: 2) }
    #expect(try releases() == [Self.digest("b"), Self.digest("c")])
    // A release that becomes current again is the newest.
    try publish("b", keep: 2)
    try publish("d", keep: 2)
    #expect(try releases() == [Self.digest("b"), Self.digest("d")])
    // A person goes back to one, and the next one is published: the one before is kept, and the one left is the older.
    try publish("e", keep: 3)
    try FileSystem.move(root.path + "/current", to: root.path + "/was")
    try FileManager.default.createSymbolicLink(
      atPath: root.path + "/current", withDestinationPath: "releases/" + Self.digest("b"))
    try FileManager.default.removeItem(atPath: root.path + "/was")
    try publish("f", keep: 3)
    #expect(try releases() == [Self.digest("b"), Self.digest("e"), Self.digest("f")])
    try publish("d", keep: 1)
    #expect(try releases() == [Self.digest("d")])
    #expect(try BundleManifest(bundle: root.appendingPathComponent("current")).name == "d")
    #expect(try FileSystem.names(scenario.folder.path) == ["out"])
  }

  @Test func whatDeadRunsLeftIsRemoved() throws {
    try publish("a")
    // One whose removal has begun: its manifest has the name of an unfinished one. One with notes is left alone.
    let (removed, noted) = (root.path + "/releases/" + Self.digest("0"), root.path + "/releases/" + Self.digest("1"))
    for path in [removed, noted] {
      try FileSystem.makeFolders(path)
      for (name, text) in [("bundle.json.partial", #"{"files":[{"path":"tiles"}]}"#), ("tiles", "half")] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
      }
    }
    try FileSystem.makeFolders(noted + "/notes")
    try FileManager.default.createSymbolicLink(
      atPath: root.path + "/.current.overtile-staging", withDestinationPath: "releases/gone")
    try publish("b")
    #expect(
      try releases() == [Self.digest("1"), Self.digest("a"), Self.digest("b")])
    #expect(try FileSystem.names(root.path) == ["current", "releases"])
  }

  @Test func aRunThatIsGivenUpLeavesNoFolders() throws {
    let staged = try StagedBundle(target: root, publication: .versioned(keep: 2))
    // Without a manifest there is nothing to publish.
    #expect(throws: (any Error).self) { try staged.publish() }
    _ = consume staged
    #expect(try FileSystem.names(scenario.folder.path).isEmpty)
  }

  @Test func anAbandonedRunLeavesNothingAndCannotPublish() throws {
    try publish("a")
    let cleanup = CleanupRegistry()
    let staged = try StagedBundle(target: root, publication: .versioned(keep: 2), cleanup: cleanup)
    try Data("x".utf8).write(to: staged.folder.appendingPathComponent("z00.pmtiles"))
    #expect(try cleanup.abandon() && FileSystem.names(scenario.folder.path) == ["out"])
    #expect(throws: (any Error).self) { try staged.publish() }
    #expect(throws: (any Error).self) { _ = try StagedBundle(target: root, cleanup: cleanup) }
    _ = consume staged
    let published = CleanupRegistry()
    let next = try StagedBundle(target: scenario.folder.appendingPathComponent("beside"), cleanup: published)
    try Data("x".utf8).write(to: next.folder.appendingPathComponent("x"))
    try next.publish()
    #expect(try !published.abandon() && FileSystem.names(scenario.folder.path + "/beside") == ["x"])
  }
}
