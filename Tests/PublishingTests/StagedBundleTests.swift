import Foundation
import OvertileBundleFormat
import Testing

@testable import OvertilePublishing

/// Law 5: readers see the old bundle or the new one, and anything but a bundle is left alone.
@Suite struct StagedBundleTests {
  private let scenario: Scratch
  private var target: URL { scenario.bundle }

  init() throws { scenario = try Scratch() }

  /// Publishes a bundle whose manifest carries a name.
  private func publish(_ name: String, at target: URL? = nil) throws {
    let staged = try StagedBundle(target: target ?? self.target)
    try Self.write(name, into: staged.folder)
    try staged.publish()
  }

  private static func write(_ name: String, into folder: URL) throws {
    var manifest = BundleManifest(
      name: name,
      tiles: BundleManifest.TileStorage(
        layout: .single, container: .pmtiles, extent: 4096, buffer: 64),
      provenance: BundleManifest.Provenance(configuration: "", features: "", reprojections: []))
    var file = BundleManifest.File(path: "tiles", role: .tiles, (sha256: "", bytes: name.utf8.count))
    (file.minzoom, file.maxzoom) = (0, 0)
    manifest.files = [file]
    try manifest.encoded().write(to: folder.appendingPathComponent(BundleManifest.fileName))
    try Data(name.utf8).write(to: folder.appendingPathComponent("tiles"))
  }

  private func names(_ folder: URL? = nil) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: (folder ?? scenario.folder).path).sorted()
  }

  @Test func aNewBundleStandsAlone() throws {
    let deep = scenario.folder.appendingPathComponent("not/there/yet")
    let staged = try StagedBundle(target: deep)
    try Self.write("new", into: staged.folder)
    try staged.keep(only: [BundleManifest.fileName, "tiles"])
    #expect(StagingMark.stands(in: staged.folder.path))
    try staged.publish()
    _ = consume staged
    #expect(try BundleManifest(bundle: deep).name == "new" && names(deep) == [BundleManifest.fileName, "tiles"])
    #expect(try names(deep.deletingLastPathComponent()) == ["yet"])
  }

  @Test func replacesABundleWhileItsReadersKeepReading() throws {
    try publish("old")
    let reader = try FileHandle(forReadingFrom: target.appendingPathComponent("tiles"))
    let mapped = try Data(contentsOf: target.appendingPathComponent("tiles"), options: .alwaysMapped)
    try publish("new")
    #expect(try BundleManifest(bundle: target).name == "new" && reader.readToEnd() == Data("old".utf8))
    #expect(try mapped == Data("old".utf8) && names() == ["out"])
  }

  @Test func aBundleOfALaterVersionIsReplaced() throws {
    try publish("old")
    try Data(#"{"format":"overtile-bundle","formatVersion":99,"files":[{"path":"tiles"}]}"#.utf8)
      .write(to: target.appendingPathComponent(BundleManifest.fileName))
    try publish("new")
    #expect(try BundleManifest(bundle: target).name == "new")
  }

  @Test func whatIsNotABundleIsLeftAlone() throws {
    let folder = scenario.folder.appendingPathComponent("photos")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try Data("a".utf8).write(to: folder.appendingPathComponent("a.jpg"))
    let file = scenario.folder.appendingPathComponent("file")
    try Data("b".utf8).write(to: file)
    let foreign = scenario.folder.appendingPathComponent("foreign")
    try FileManager.default.createDirectory(at: foreign, withIntermediateDirectories: false)
    try Data(#"{"name":"an application"}"#.utf8).write(to: foreign.appendingPathComponent(BundleManifest.fileName))
    for target in [folder, file, foreign] {
      do {
        _ = try StagedBundle(target: target)
        Issue.record("\(target.lastPathComponent) was taken for a bundle")
      } catch PublishingError.cannotCreate(let reason) {
        #expect(reason.contains(target.path) && reason.contains("unchanged"))
      }
    }
    #expect(try names() == ["file", "foreign", "photos"])
    #expect(try names(folder) == ["a.jpg"] && names(foreign) == [BundleManifest.fileName])
  }

  @Test func whatTheManifestDoesNotListIsLeftAlone() throws {
    try publish("old")
    let notes = target.appendingPathComponent("notes.txt")
    // Also if it appears while the new bundle is made.
    let staged = try StagedBundle(target: target)
    try Self.write("new", into: staged.folder)
    try Data("mine".utf8).write(to: notes)
    #expect(throws: PublishingError.self) { try staged.publish() }
    // Given up, it leaves the old bundle.
    _ = consume staged
    #expect(throws: PublishingError.self) { _ = try StagedBundle(target: target) }
    #expect(throws: PublishingError.self) { try StagedBundle.rejectOccupied(target, .replace) }
    #expect(try names() == ["out"] && BundleManifest(bundle: target).name == "old")
    #expect(FileManager.default.contents(atPath: notes.path) == Data("mine".utf8))
  }

  @Test func whatIsPutIntoAnOldBundleAtTheLastMomentStays() throws {
    try publish("old")
    let notes = target.appendingPathComponent("notes.txt")
    try Data("mine".utf8).write(to: notes)
    #expect(throws: PublishingError.self) { try OwnFolder.remove(target.path) }
    #expect(try names(target) == ["notes.txt"])
    #expect(FileManager.default.contents(atPath: notes.path) == Data("mine".utf8))
  }

  @Test func whatCannotBeRemovedStopsNoPublication() throws {
    // It holds a folder that no run wrote, so it is not removed, as one of another user is not.
    let left = scenario.path(".out.overtile-staging-2")
    try publish("old")
    try FileSystem.move(target.path, to: left)
    try FileManager.default.createDirectory(atPath: left + "/tiles-2", withIntermediateDirectories: false)
    let staged = try StagedBundle(target: target)
    try Self.write("new", into: staged.folder)
    #expect(try staged.publish() == [] && BundleManifest(bundle: target).name == "new")
    #expect(FileManager.default.fileExists(atPath: left + "/tiles-2"))
  }

  @Test func aStagingFolderWithoutOurMarkIsLeftAlone() throws {
    let staging = scenario.folder.appendingPathComponent(".out.overtile-staging")
    let archive = staging.appendingPathComponent("z00.pmtiles")
    try FileManager.default.createDirectory(at: staging, withIntermediateDirectories: false)
    for mark in [nil, "", "A run of over", "mine"] {
      try mark.map { try Data($0.utf8).write(to: staging.appendingPathComponent(StagingMark.fileName)) }
      try Data("mine".utf8).write(to: archive)
      #expect(throws: PublishingError.self) { try publish("new") }
      #expect(FileManager.default.contents(atPath: archive.path) == Data("mine".utf8))
    }
  }

  @Test(arguments: [nil, "", "A run of over"])
  func aStagingFolderThatWasHardlyMadeIsRemoved(mark: String?) throws {
    let staging = scenario.folder.appendingPathComponent(".out.overtile-staging")
    try FileManager.default.createDirectory(at: staging, withIntermediateDirectories: false)
    try mark.map { try Data($0.utf8).write(to: staging.appendingPathComponent(StagingMark.fileName)) }
    try publish("new")
    #expect(try names() == ["out"] && names(target) == [BundleManifest.fileName, "tiles"])
  }

  @Test func aBundleInsideAnotherIsRejected() throws {
    try publish("old")
    let inner = target.appendingPathComponent("deep/inner")
    #expect(throws: PublishingError.self) { _ = try StagedBundle(target: inner) }
    #expect(try names(target) == [BundleManifest.fileName, "tiles"])
  }

  @Test func aLockThatIsNoneIsLeftAlone() throws {
    let lock = scenario.path(".out.overtile-lock")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: scenario.path("letter")))
    try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: "letter")
    #expect(throws: PublishingError.self) { _ = try StagedBundle(target: target) }
    try FileManager.default.removeItem(atPath: lock)
    try Data("12 o'clock\n".utf8).write(to: URL(fileURLWithPath: lock))
    #expect(throws: PublishingError.self) { _ = try StagedBundle(target: target) }
    #expect(FileManager.default.contents(atPath: lock) == Data("12 o'clock\n".utf8))
    #expect(FileManager.default.contents(atPath: scenario.path("letter")) == Data("mine".utf8))
  }

  @Test func whatADeadRunLeftIsRemoved() throws {
    try publish("old")
    let staging = scenario.folder.appendingPathComponent(".out.overtile-staging")
    try FileManager.default.createDirectory(at: staging, withIntermediateDirectories: false)
    try StagingMark.put(in: staging.path)
    try Data("half".utf8).write(to: staging.appendingPathComponent("z00.pmtiles"))
    // A lock file without a process that holds it is not a lock.
    try Data().write(to: scenario.folder.appendingPathComponent(".out.overtile-lock"))
    try publish("new")
    #expect(try names() == ["out"] && names(target) == [BundleManifest.fileName, "tiles"])
  }

  @Test func oneRunAtATime() throws {
    let staged = try StagedBundle(target: target)
    do {
      _ = try StagedBundle(target: target)
      Issue.record("two runs held one bundle")
    } catch PublishingError.locked(let reason) {
      #expect(reason.contains("process \(ProcessInfo.processInfo.processIdentifier)"))
    }
    // The one that was rejected has not touched what the first one stages, nor its lock.
    try Self.write("first", into: staged.folder)
    #expect(throws: PublishingError.self) { _ = try StagedBundle(target: target) }
    // Another bundle beside it is free; an empty folder is replaced.
    let beside = scenario.folder.appendingPathComponent("beside")
    try FileManager.default.createDirectory(at: beside, withIntermediateDirectories: false)
    try publish("beside", at: beside)
    try staged.publish()
    _ = consume staged
    #expect(try BundleManifest(bundle: target).name == "first" && names() == ["beside", "out"])
    try publish("next")
    #expect(try BundleManifest(bundle: target).name == "next")
  }
}
