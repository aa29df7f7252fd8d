import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertilePipeline
import OvertilePublishing
import OvertileTileArchive

/// Applies a patch to a bundle and publishes the result as a whole.
///
/// Everything is checked: the patch by its digest before anything else, the base by its manifest's digest and each file
/// that is used by its own, each file that is made likewise. Readers of the target see the old content or the result.
/// If something is wrong, nothing is left. If the process is killed, the staged files are left beside the target; the
/// next application of the same patch resumes with those that are whole, and any other run removes them.
package struct PatchApplication {
  /// The result of an application.
  package struct Outcome: Sendable, Hashable, Codable {
    /// The SHA-256 of the result's manifest.
    package var result: String
    /// Whether the target held the result before, so that there was nothing to do.
    package var wasThere = false
    /// Files and folders made now.
    package var made = 0
    /// Files and folders made by a killed run.
    package var resumed = 0
    /// The size of the result in bytes.
    package var bytes = 0
  }

  private let base: BundleFolder
  private let patch: PatchReader
  private let cancellation: Cancellation

  /// Makes the bundle `target` from the bundle `base` and a patch. `target` may be `base`.
  ///
  /// O(the bundles' sizes). In memory are a window as large as one changed file and the file before it, at most 1 GiB, and
  /// the tiles of a changed folder.
  ///
  /// A base that is replaced meanwhile is read again from the start.
  ///
  /// - Throws: `InspectionError`, `BundleError` or `ListedFileError` for a wrong base and damaged data; `PublishingError`;
  ///   `BundleError.replaced` if the base is replaced again and again.
  package static func run(
    patch path: String, base: URL, target: URL, cancellation: Cancellation = Cancellation()
  ) throws -> Outcome {
    let patch = try PatchReader(path)
    return try StableFolder.read([base.path], isChecked: true) { folders in
      if isResult(target, of: patch) {
        // Removes the files of a run that was killed while it exchanged the bundles, or before it removed its lock.
        _ = try? StagedBundle(target: target)
        let bytes = patch.index.files.reduce(0) { $0 + $1.bytes }
        return Outcome(result: patch.index.result, wasThere: true, bytes: bytes)
      }
      let folder = try BundleFolder(base)
      guard folder.digest == patch.index.base else {
        throw InspectionError(
          "\(base.path) is not the bundle for which \(path) was made: expected a manifest with the SHA-256 "
            + "\(patch.index.base), but found \(folder.digest)")
      }
      let application = PatchApplication(base: folder, patch: patch, cancellation: cancellation)
      return try application.run(target: target, beforePublishing: folders.rejectReplaced)
    }
  }

  private static func isResult(_ target: URL, of patch: PatchReader) -> Bool {
    guard let bundle = try? BundleFolder(target), bundle.digest == patch.index.result else { return false }
    return bundle.manifest.files.allSatisfy { (try? bundle.listed.checkContent($0)) != nil }
      && bundle.listed.unlisted().isEmpty
  }

  private func run(target: URL, beforePublishing check: () throws -> Void) throws -> Outcome {
    let staged = try StagedBundle(target: target, resumesUnfinished: true, cleanup: cancellation.cleanup)
    let (bytes, manifest) = try resultManifest()
    let listed = ListedFiles(staged.folder.path, manifest)
    for name in [BundleManifest.fileName] + listed.unlisted() where name != StagingMark.fileName {
      try OwnFolder.removeMade(staged.folder.appendingPathComponent(name).path)
    }
    var outcome = Outcome(result: patch.index.result)
    for entry in patch.index.files.dropFirst() {
      let path = staged.folder.appendingPathComponent(entry.path).path
      outcome.bytes += entry.bytes
      if Self.isWhole(entry, in: listed, manifest) {
        outcome.resumed += 1
        continue
      }
      try OwnFolder.removeMade(path)
      try make(entry, at: path)
      guard Self.isWhole(entry, in: listed, manifest) else {
        throw InspectionError("\(patch.path) is damaged: \(entry.path) does not match its digest")
      }
      outcome.made += 1
    }
    outcome.bytes += bytes.count
    try NewFile(staged.folder.appendingPathComponent(BundleManifest.fileName).path).append(bytes)
    try cancellation.check()
    try check()
    try staged.publish()
    return outcome
  }

  private static func isWhole(_ entry: PatchIndex.File, in listed: ListedFiles, _ manifest: BundleManifest) -> Bool {
    manifest.files.contains { $0.path == entry.path && (try? listed.checkContent($0)) != nil }
  }

  /// The manifest of the result, which must list exactly the files of the patch, and its bytes.
  private func resultManifest() throws -> ([UInt8], BundleManifest) {
    var bytes: [UInt8] = []
    // The reader of the patch has seen that the first file is one.
    try expand(patch.index.files[0]) { bytes += $0 }
    guard SHA256.text(of: bytes) == patch.index.result,
      let manifest = try? BundleManifest(Data(bytes), bundle: patch.path)
    else { throw InspectionError("\(patch.path) is damaged: its manifest is invalid") }
    let listed = manifest.files.map { [$0.path, $0.sha256, "\($0.bytes)"] }
    let made = patch.index.files.dropFirst().map { [$0.path, $0.sha256, "\($0.bytes)"] }
    guard listed.sorted(by: { $0[0] < $1[0] }) == made.sorted(by: { $0[0] < $1[0] }) else {
      throw InspectionError("\(patch.path) is damaged: its files differ from those listed in its manifest")
    }
    return (bytes, manifest)
  }

  // MARK: Files

  private func make(_ entry: PatchIndex.File, at path: String) throws {
    guard entry.offset != nil else { return try copy(entry, to: path) }
    guard entry.isFolder else {
      let output = try FolderPack.newFile(path)
      return try expand(entry) { try output.append($0) }
    }
    var bytes: [UInt8] = []
    try expand(entry) { bytes += $0 }
    try FolderPack.unpack(bytes, to: path)
  }

  /// Calls a closure with the bytes of a file or folder, part by part.
  private func expand(_ entry: PatchIndex.File, _ body: ([UInt8]) throws -> Void) throws {
    var prefix = Data()
    if let source = entry.source {
      try verifyBase(source)
      prefix = try FolderPack.content(of: base.path(source))
    }
    try patch.expand(entry, prefix: prefix) { part in
      try cancellation.check()
      try body(part)
    }
  }

  private func verifyBase(_ name: String) throws {
    // The manifest was checked as a whole.
    guard name != BundleManifest.fileName else { return }
    guard let file = base.manifest.files.first(where: { $0.path == name }) else {
      throw InspectionError("\(patch.path) requires \(name), which the old bundle does not contain")
    }
    try base.listed.checkContent(file)
  }

  private func copy(_ entry: PatchIndex.File, to path: String) throws {
    guard let name = entry.source else { return }
    try verifyBase(name)
    let isFolder = Folder.exists(base.path(name))
    for inner in isFolder ? try Folder.files(below: base.path(name)).map({ "/" + $0 }) : [""] {
      try cancellation.check()
      try FolderPack.newFile(path + inner).append(RegularFile.mapped(base.path(name) + inner, followsLinks: false))
    }
  }
}
