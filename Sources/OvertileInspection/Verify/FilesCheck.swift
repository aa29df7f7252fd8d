import Foundation
import OvertileBundleFormat
import OvertileRegularFiles

/// Whether the files of a bundle are those that its manifest lists.
struct FilesCheck {
  let folder: String
  let manifest: BundleManifest

  /// Reads every file once for its digest; counts files and bytes.
  ///
  /// - Throws: `ArchiveError` if a file or a folder is there and cannot be read.
  func run(_ extent: inout VerificationReport.Extent, into findings: inout Findings) throws {
    var known: Set<String> = [BundleManifest.fileName]
    for file in manifest.files where ManifestCheck.isPlain(file.path) {
      let location = Location(file.path)
      let full = folder + "/" + file.path
      guard let isFolder = FolderContent.isFolder(full) else {
        findings.add(.fileMissing, location, "the manifest lists it, but it is not there")
        continue
      }
      let files = isFolder ? try FolderContent.files(full) : []
      for path in isFolder ? files.map({ file.path + "/" + $0 }) : [file.path] {
        guard let link = ListedFiles.link(in: folder, to: path) else { continue }
        findings.add(
          .fileLinked, Location(link), "it is a symbolic link, and what it leads to is not part of the bundle")
      }
      known.formUnion(isFolder ? files.map { file.path + "/" + $0 } : [file.path])
      extent.files += isFolder ? files.count : 1
      let content: (sha256: String, bytes: Int)
      do {
        content = try isFolder ? StatedDigest.folder(full, files: files) : StatedDigest.file(full)
      } catch {
        try FailedRead.rethrow(error)
        findings.add(.fileMissing, location, "\((error as? RegularFileError)?.reason ?? "\(error)")")
        continue
      }
      extent.bytes += content.bytes
      findings.expect(content.bytes, file.bytes, .fileSize, location, "its size in bytes differs from the listed one")
      findings.expect(
        content.sha256, file.sha256, .fileDigest, location, "its content has changed since it was listed")
    }
    for name in try FolderContent.files(folder) where !known.contains(name) {
      findings.add(.fileUnlisted, Location(name), "the manifest does not list it")
    }
  }
}
