import Foundation
import OvertileBundleFormat
import OvertileRegularFiles

/// Makes a patch: one file with the changes from one bundle to another.
///
/// The same two bundles give the same patch (with the same version of libdeflate).
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
  private let cancellation: ChangesCancellation

  /// Writes the patch from one bundle to another. O(their sizes); the forms of one changed file of each are in memory
  /// if that is a members file or a folder, other files are mapped.
  ///
  /// - Throws: `ChangesError` if a bundle is missing or damaged, holds files that its manifest does not list, or the
  ///   patch cannot be written. Nothing is left then.
  package static func make(
    from base: URL, to result: URL, at path: String, cancellation: ChangesCancellation = ChangesCancellation()
  ) throws(ChangesError) -> Summary {
    try ChangesError.map {
      try BundleFolder.reading([base, result]) { folders in
        let (base, result) = (try BundleFolder(base), try BundleFolder(result))
        try base.checkSizes()
        try result.checkSizes()
        try result.rejectUnlistedFiles()
        let writer = try PatchWriter(path)
        let patch = BundlePatch(base: base, result: result, writer: writer, cancellation: cancellation)
        return try patch.run { try BundleFolder.rejectReplaced(folders) }
      }
    }
  }

  private func run(beforePublishing check: () throws -> Void) throws -> Summary {
    for file in result.manifest.files { try checked { try result.verify(file) } }
    var summary = Summary(base: base.digest, result: result.digest)
    var index = PatchIndex(base: base.digest, result: result.digest, files: [try manifestEntry()])
    summary.resultBytes = result.manifestBytes.count
    for file in result.manifest.files.sorted(by: { $0.path < $1.path }) {
      let entry = try checked { try self.entry(file) }
      if entry.action == .copy { summary.copied += 1 } else { summary.changed += 1 }
      summary.resultBytes += file.bytes
      index.files.append(entry)
    }
    try check()
    try writer.finish(index, cancellation.cleanup)
    summary.patchBytes = writer.count
    return summary
  }

  private func checked<R>(_ body: () throws -> R) throws -> R {
    try cancellation.check("no patch is written")
    return try body()
  }

  private func manifestEntry() throws -> PatchIndex.File {
    let name = BundleManifest.fileName
    var entry = PatchIndex.File(
      path: name, bytes: result.manifestBytes.count, sha256: result.digest, action: .delta, source: name)
    try encode(
      .bytes, source: FormBytes(base.path(name), form: .bytes), target: FormBytes(result.path(name), form: .bytes),
      into: &entry)
    return entry
  }

  private func entry(_ file: BundleManifest.File) throws -> PatchIndex.File {
    var entry = PatchIndex.File(path: file.path, bytes: file.bytes, sha256: file.sha256, action: .copy)
    let same = base.manifest.files.filter { $0.sha256 == file.sha256 && $0.bytes == file.bytes }
    if let source = same.first(where: { $0.path == file.path }) ?? same.first {
      try base.verify(source)
      entry.source = source.path
      return entry
    }
    let source = counterpart(of: file)
    if let source { try base.verify(source) }
    entry.action = .delta
    entry.source = source?.path
    for form in try forms(file) {
      guard let target = try FormBytes(result.path(file.path), form: form),
        let before = try source.map({ try FormBytes(base.path($0.path), form: form) }) ?? .empty
      else { continue }
      try encode(form, source: before, target: target, into: &entry)
      break
    }
    return entry
  }

  /// The forms to try for a file, the best first; the last one always works.
  private func forms(_ file: BundleManifest.File) throws -> [FileForm] {
    if case .folder = try FileKind(of: result.path(file.path)) { return [.folder] }
    return file.fileRole == .members ? [.members, .bytes] : [.bytes]
  }

  /// The file of the base that a file of the result most likely grew from.
  private func counterpart(of file: BundleManifest.File) -> BundleManifest.File? {
    let alike = base.manifest.files.filter { other in
      guard other.role == file.role, other.layer == file.layer else { return false }
      guard let mine = try? FileKind(of: result.path(file.path)), let its = try? FileKind(of: base.path(other.path))
      else {
        return false
      }
      return mine == its
    }
    return alike.first { $0.path == file.path } ?? alike.first { $0.maxzoom == file.maxzoom }
  }

  private func encode(
    _ form: FileForm, source: FormBytes?, target: FormBytes?, into entry: inout PatchIndex.File
  ) throws {
    guard let source, let target else { throw ChangesError("\(result.path(entry.path)) cannot be read", .missing) }
    let start = writer.count
    try source.withBytes { source in
      try target.withBytes { target in
        try DeltaEncoder.encode(source: source, target: target) { frame in
          try checked { try writer.append(frame) }
        }
      }
    }
    (entry.form, entry.formBytes) = (form, target.count)
    (entry.offset, entry.length) = (start, writer.count - start)
  }
}
