import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// Whether the files of a bundle are those that its manifest lists.
struct FilesCheck {
  let folder: String
  let manifest: BundleManifest

  /// Reads every file once for its digest; counts files and bytes.
  ///
  /// - Throws: `ArchiveError` if a file or a folder is there and cannot be read.
  func run(_ extent: inout VerificationReport.Extent, into findings: inout Findings) throws {
    let listed = ListedFiles(folder, manifest)
    for file in manifest.files {
      let full = folder + "/" + file.path
      extent.files += FileKind(at: full) == .folder ? try Folder.files(below: full).count : 1
      extent.bytes += file.bytes
      do {
        try listed.checkContent(file)
      } catch let error as ListedFileError {
        findings.add(
          error.findingCode, Location(file.path), "the file differs from its entry in the manifest",
          expected: error.expected,
          found: error.found ?? "nothing")
      } catch {
        try FailedRead.rethrow(error)
        findings.add(.fileMissing, Location(file.path), "\(error)")
      }
    }
    for name in listed.unlisted() {
      findings.add(.fileUnlisted, Location(name), "the manifest does not list this file")
    }
  }
}

extension ListedFileError {
  fileprivate var findingCode: FindingCode {
    switch fault {
    case .missing, .kind: .fileMissing
    case .link: .fileLinked
    case .size: .fileSize
    case .digest: .fileDigest
    }
  }
}
