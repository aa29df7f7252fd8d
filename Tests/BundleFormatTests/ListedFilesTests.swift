import Foundation
import OvertileBundleFormat
import OvertileTileArchive
import Testing

/// The findings of the file system about a bundle's files.
@Suite final class ListedFilesTests {
  private let folder: URL
  private var manifest: BundleManifest

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("listed-\(UUID().uuidString)")
    let storage = BundleManifest.TileStorage(
      layout: .perZoom, container: .directory, extent: 4096, buffer: 64)
    let provenance = BundleManifest.Provenance(configuration: "", features: "", reprojections: [])
    manifest = BundleManifest(name: "test", tiles: storage, provenance: provenance)
    manifest.files = [
      .init(path: "z00", role: .tiles, (sha256: "", bytes: 5)),
      .init(path: "deep/members.bin", role: .members, (sha256: "", bytes: 3)),
    ]
    for (name, count) in [("bundle.json", 7), ("z00/0/0/0.pbf", 3), ("z00/metadata.json", 2), ("deep/members.bin", 3)] {
      try write(name, count)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ name: String, _ count: Int) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(count: count).write(to: file)
  }

  private var listed: ListedFiles { ListedFiles(folder.path, manifest) }

  private func fault() -> ListedFileError? {
    do { try listed.check() } catch { return error }
    return nil
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent(name).path, withDestinationPath: target)
  }

  @Test func aWholeBundleHasNoFault() throws {
    #expect(fault() == nil && listed.unlisted() == [])
  }

  @Test func sizesKindsAndAbsenceAreFaults() throws {
    try write("deep/members.bin", 4)
    #expect(fault()?.found == "4 bytes" && fault()?.expected == "a regular file of 3 bytes")
    try remove("deep/members.bin")
    #expect(fault()?.isMissing == true)
    try write("deep/members.bin/inner", 3)
    #expect(fault()?.found == "a folder")
    try remove("deep/members.bin")
    try write("deep/members.bin", 3)
    #expect(fault() == nil)
    try write("z00/0/0/1.pbf", 1)
    #expect(fault()?.found == "6 bytes")
    try remove("z00")
    try write("z00", 5)
    #expect(fault()?.found == "a regular file")
  }

  @Test func linksAreNoFiles() throws {
    try remove("deep/members.bin")
    try write("elsewhere", 3)
    try link("deep/members.bin", to: "../elsewhere")
    #expect(fault()?.found == "a symbolic link")
    #expect(ListedFiles.link(in: folder.path, to: "deep/members.bin") == "deep/members.bin")
    try remove("deep")
    try write("other/members.bin", 3)
    try link("deep", to: "other")
    #expect(fault()?.found == "a symbolic link")
    #expect(ListedFiles.link(in: folder.path, to: "deep/members.bin") == "deep")
    try remove("deep")
    try write("deep/members.bin", 3)
    #expect(fault() == nil && ListedFiles.link(in: folder.path, to: "deep/members.bin") == nil)
    // A link that leads back is not a folder of tiles.
    try link("z00/1", to: "..")
    #expect(fault()?.found == "a symbolic link")
  }

  /// The caller goes on to read the open file, though another one has come to its path.
  @Test func theContentOfAnOpenFileIsCompared() throws {
    let path = folder.appendingPathComponent("deep/members.bin").path
    let opened = try InputFile(path: path)
    try write("other", 3)
    manifest.files[1].sha256 = "709e80c88487a2411e1ee4dfb9f22a861492d20c4765150c0c794abd70f8147c"
    try listed.checkContent(manifest.files[1], opened: opened)
    try Data([1, 2, 3]).write(to: folder.appendingPathComponent("other"))
    try remove("deep/members.bin")
    try FileManager.default.moveItem(atPath: folder.appendingPathComponent("other").path, toPath: path)
    try listed.checkContent(manifest.files[1], opened: opened)
    #expect(throws: ListedFileError.self) { try listed.checkContent(manifest.files[1]) }
  }

  @Test func foreignFilesAreNamedOnce() throws {
    for name in ["notes/a", "notes/b", "deep/notes/c", "deep/z", "todo"] { try write(name, 1) }
    try link("deeper", to: "deep")
    #expect(listed.unlisted() == ["deeper", "notes", "todo"])
  }
}
