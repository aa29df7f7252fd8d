import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// The files to send and to remove, by which a copy of one bundle becomes another.
package struct FileChanges: Sendable, Encodable {
  /// The paths to send, ascending, and last `bundle.json`, so that readers never see it before what it lists.
  package var send: [String] = []
  /// The paths to remove, ascending, once `bundle.json` is sent.
  package var remove: [String] = []
  /// The paths whose content is the same in both, ascending.
  package var unchanged: [String] = []

  /// Compares the files of two bundles by the digests in their manifests; single tiles in folders by their bytes.
  ///
  /// O(files); O(bytes) of tiles in folders that differ.
  ///
  /// - Throws: the errors of `BundleComparison.diff`.
  package static func between(_ before: URL, _ after: URL) throws -> FileChanges {
    try StableFolder.read([before.path, after.path]) { _ in
      try FileChanges(BundleFolder(before), BundleFolder(after))
    }
  }

  private init(_ before: BundleFolder, _ after: BundleFolder) throws {
    let old = Dictionary(before.manifest.files.map { ($0.path, $0) }) { first, _ in first }
    var (oldPaths, newPaths) = (Set<String>(), Set<String>())
    for file in before.manifest.files { oldPaths.formUnion(try paths(of: file, in: before)) }
    let disk = FileManager.default
    for file in after.manifest.files {
      let isSame = old[file.path].map { $0.sha256 == file.sha256 && $0.bytes == file.bytes } ?? false
      let paths = try paths(of: file, in: after)
      newPaths.formUnion(paths)
      for path in paths {
        let isKept =
          isSame || path != file.path && disk.contentsEqual(atPath: before.path(path), andPath: after.path(path))
        if isKept { unchanged.append(path) } else { send.append(path) }
      }
    }
    remove = oldPaths.subtracting(newPaths).sorted()
    unchanged.sort()
    let manifest = BundleManifest.fileName
    if before.digest == after.digest { unchanged.append(manifest) } else { send = send.sorted() + [manifest] }
  }
}

/// The files of a manifest's entry: its path, or all tiles below it where it is a folder.
private func paths(of file: BundleManifest.File, in bundle: BundleFolder) throws -> [String] {
  let folder = bundle.path(file.path)
  return Folder.exists(folder) ? try Folder.files(below: folder).map { "\(file.path)/\($0)" } : [file.path]
}
