import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertilePipeline
import OvertileTileArchive

/// Makes a patch: one file with the changes from one bundle to another.
///
/// The same two bundles give the same patch (with the same version of libzstd).
package struct BundlePatch {
  /// The content of a patch.
  package struct Summary: Sendable, Hashable, Codable {
    /// The SHA-256 of the base's manifest.
    package var base: String
    /// The SHA-256 of the result's manifest.
    package var result: String
    /// Files and folders of the result that are equal in the base.
    package var copied = 0
    /// Files and folders of the result that differ or are new.
    package var changed = 0
    /// The size of the result in bytes.
    package var resultBytes = 0
    /// The size of the patch in bytes.
    package var patchBytes = 0
  }

  private let base: BundleFolder
  private let result: BundleFolder
  private let writer: PatchWriter
  private let cancellation: Cancellation

  /// Writes the patch from one bundle to another. O(their sizes). In memory are a window as large as one changed file and the
  /// file before it, at most 1 GiB, and the tiles of a changed folder.
  ///
  /// - Throws: `BundleError`, `ListedFileError` or `InspectionError` if a bundle is missing or damaged, or holds files that
  ///   its manifest does not list; `PublishingError` if the patch cannot be written. Nothing is left then.
  package static func make(
    from base: URL, to result: URL, at path: String, cancellation: Cancellation = Cancellation()
  ) throws -> Summary {
    try StableFolder.read([base.path, result.path]) { folders in
      let (base, result) = (try BundleFolder(base), try BundleFolder(result))
      if let name = result.listed.unlisted().first {
        throw InspectionError("\(result.path(name)) is not in the bundle's manifest, so a patch cannot include it")
      }
      let writer = try PatchWriter(path)
      let patch = BundlePatch(base: base, result: result, writer: writer, cancellation: cancellation)
      return try patch.run(beforePublishing: folders.rejectReplaced)
    }
  }

  private func run(beforePublishing check: () throws -> Void) throws -> Summary {
    for file in result.manifest.files { try checked { try result.listed.checkContent(file) } }
    var summary = Summary(base: base.digest, result: result.digest)
    let name = BundleManifest.fileName
    let manifest = PatchIndex.File(
      path: name, bytes: result.manifestBytes.count, sha256: result.digest, source: name)
    var index = PatchIndex(base: base.digest, result: result.digest, files: [try compressed(manifest)])
    summary.resultBytes = result.manifestBytes.count
    for file in result.manifest.files.sorted(by: { $0.path < $1.path }) {
      let entry = try checked { try self.entry(file) }
      if entry.offset == nil { summary.copied += 1 } else { summary.changed += 1 }
      summary.resultBytes += file.bytes
      index.files.append(entry)
    }
    try check()
    try writer.finish(index, cancellation.cleanup)
    summary.patchBytes = writer.count
    return summary
  }

  private func checked<R>(_ body: () throws -> R) throws -> R {
    try cancellation.check()
    return try body()
  }

  private func entry(_ file: BundleManifest.File) throws -> PatchIndex.File {
    var entry = PatchIndex.File(path: file.path, bytes: file.bytes, sha256: file.sha256)
    let same = base.manifest.files.filter { $0.sha256 == file.sha256 && $0.bytes == file.bytes }
    let source = same.first { $0.path == file.path } ?? same.first ?? counterpart(of: file)
    if let source { try base.listed.checkContent(source) }
    entry.source = source?.path
    return same.isEmpty ? try compressed(entry) : entry
  }

  /// The file of the base that a file of the result most likely grew from.
  private func counterpart(of file: BundleManifest.File) -> BundleManifest.File? {
    let alike = base.manifest.files.filter { other in
      other.role == file.role && other.layer == file.layer
        && FileKind(at: result.path(file.path)) == FileKind(at: base.path(other.path))
    }
    return alike.first { $0.path == file.path } ?? alike.first { $0.maxzoom == file.maxzoom }
  }

  /// Writes the frame of a file, with its source as prefix where the window can hold both.
  private func compressed(_ entry: PatchIndex.File) throws -> PatchIndex.File {
    var entry = entry
    let target = try FolderPack.content(of: result.path(entry.path))
    var prefix = try entry.source.map { try FolderPack.content(of: base.path($0)) } ?? Data()
    if !Zstandard.fits(prefix: prefix.count, file: target.count) { (entry.source, prefix) = (nil, Data()) }
    entry.isFolder = Folder.exists(result.path(entry.path))
    let start = writer.count
    try target.withUnsafeBytes { target in
      try prefix.withUnsafeBytes { prefix in
        try Zstandard.compress(target, prefix: prefix) { part in try checked { try writer.append(part) } }
      }
    }
    (entry.offset, entry.length) = (start, writer.count - start)
    return entry
  }
}
