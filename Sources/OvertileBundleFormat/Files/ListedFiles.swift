import OvertileCore
import OvertileTileArchive

/// Whether the files of a bundle's folder are those that its manifest lists, as far as the file system shows: that they
/// are there, their kinds and their sizes; on request their digests, for which alone files are opened.
package struct ListedFiles {
  private let folder: String
  private let manifest: BundleManifest

  /// Prepares to look at the bundle in a folder. Links below it are not followed: a link is not a file of a bundle.
  package init(_ folder: String, _ manifest: BundleManifest) {
    (self.folder, self.manifest) = (folder, manifest)
  }

  /// The first symbolic link on the path from a bundle's folder to a file in it, the file included; nil if there is
  /// none.
  package static func link(in folder: String, to path: String) -> String? {
    (BundlePath.folders(of: path) + [path]).first { FileKind(at: folder + "/" + $0, followsLinks: false) == .link }
  }

  /// Throws `BundleError.damaged` for a symbolic link on the path from a bundle's folder to a file in it.
  package static func rejectLink(in folder: String, to path: String) throws(BundleError) {
    guard let link = link(in: folder, to: path) else { return }
    throw .damaged(folder, reason: "\(link) is a symbolic link; bundles must not contain symbolic links")
  }

  /// Checks every file. O(files; those of folders of tiles, too).
  ///
  /// - Throws: `ListedFileError` with the first that is missing, of another kind or of another size.
  package func check() throws(ListedFileError) {
    for file in manifest.files { try check(file) }
  }

  /// Checks one file of the manifest.
  package func check(_ file: BundleManifest.File) throws(ListedFileError) {
    let (path, isFolder) = (folder + "/" + file.path, isFolder(file))
    func error(_ fault: ListedFileError.Fault, at path: String, _ found: String?) -> ListedFileError {
      let expected = "\(isFolder ? "a folder" : "a regular file") of \(file.bytes) bytes"
      return ListedFileError(fault: fault, path: path, expected: expected, found: found)
    }
    if let link = Self.link(in: folder, to: file.path) {
      throw error(.link, at: folder + "/" + link, FileKind.link.words)
    }
    var status = stat()
    guard lstat(path, &status) == 0 else { throw error(.missing, at: path, nil) }
    let kind = FileKind(mode: status.st_mode)
    guard kind == (isFolder ? .folder : .file) else { throw error(.kind, at: path, kind.words) }
    let bytes = isFolder ? try bytes(below: path) : Int(status.st_size)
    guard bytes == file.bytes else { throw error(.size, at: path, "\(bytes) bytes") }
  }

  /// Checks one file of the manifest, and whether its content has the digest there. O(its bytes).
  ///
  /// - Parameter opened: the file, if it is open already; whatever is at its path by then is not read.
  /// - Throws: `ListedFileError`; `ArchiveError` if it cannot be read.
  package func checkContent(_ file: BundleManifest.File, opened: InputFile? = nil) throws {
    try check(file)
    let path = folder + "/" + file.path
    let found =
      try isFolder(file) ? ContentDigest.folder(path) : ContentDigest.file(opened ?? InputFile(path: path))
    guard found.sha256 == file.sha256 else {
      throw ListedFileError(
        fault: .digest, path: path, expected: "the SHA-256 \(file.sha256)", found: "the SHA-256 \(found.sha256)")
    }
  }

  private func isFolder(_ file: BundleManifest.File) -> Bool {
    file.fileRole == .tiles && manifest.tiles.tileContainer?.isFolder == true
  }

  /// The size of all files below a folder in bytes.
  private func bytes(below folder: String) throws(ListedFileError) -> Int {
    var bytes = 0
    for name in (try? Folder.names(folder)) ?? [] {
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      switch FileKind(mode: status.st_mode) {
      case .file: bytes &+= Int(status.st_size)
      case .folder: bytes &+= try self.bytes(below: path)
      case let kind:
        throw ListedFileError(
          fault: .kind, path: path, expected: "a tile file or a folder of tile files", found: kind.words)
      }
    }
    return bytes
  }

  /// The foreign files and folders in the folder, ascending. Bundles have no folders but those of tiles.
  package func unlisted() -> [String] {
    let listed = Set(([BundleManifest.fileName] + manifest.files.map(\.path)).map { $0.prefix { $0 != "/" } })
    return ((try? Folder.names(folder)) ?? []).filter { !listed.contains($0[...]) }.sorted()
  }
}

/// A file that differs from its manifest's entry.
package struct ListedFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The ways in which a file differs from its entry.
  package enum Fault: Sendable, Hashable {
    case missing, link, kind, size, digest
  }

  /// In what it differs.
  package var fault: Fault
  /// The file.
  package var path: String
  /// The manifest's statement, in words.
  package var expected: String
  /// The entry that is there, in words; nil if there is nothing.
  package var found: String?

  /// Whether the file is missing.
  package var isMissing: Bool { found == nil }

  /// The file, what was expected and found, and what to do.
  package var description: String {
    "\(path) is \(isMissing ? "missing" : "damaged"): expected \(expected), but found \(found ?? "nothing"). Copy the "
      + "bundle again, or rebuild it"
  }
}
