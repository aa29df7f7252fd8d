import Foundation
import OvertileBundleFormat

/// A bundle being written: a folder beside the target on the same file system, swapped in as a whole at the end.
///
/// Readers see the old bundle or the new one. A run that fails leaves the old one and removes its staging; if a run is
/// killed, the next run of the same target, which then holds the lock, removes its files.
package struct StagedBundle: ~Copyable {
  /// The folder to write into.
  package let folder: URL
  let target: URL
  let publication: Publication
  let mode: FileMode
  let cleanup: CleanupRegistry
  private let lock: BundleLock
  let made: FileIdentity?
  private let spare: SpareDescriptors

  /// Takes the lock of a target and makes an empty staging folder.
  ///
  /// With the name of a job, 16 hexadecimal digits, the folder is the work's own, and the files of a killed run of the
  /// same work stay for the caller to judge; `resumesUnfinished` does so for runs that have no name. The files of other
  /// runs are removed in any case.
  ///
  /// - Parameters:
  ///   - mode: the permissions of the bundle, and of the folders above it that are made.
  ///   - cleanup: registers the files that are made, for another thread that may have to remove them.
  /// - Throws: `PublishingError.cannotCreate` if the target is not a bundle, or, for releases, not a folder of them, or
  ///   holds foreign entries, or its parent cannot be written; `locked` if another run holds it.
  package init(
    target: URL, publication: Publication = .replace, mode: FileMode = .standard, resuming work: String? = nil,
    resumesUnfinished: Bool = false, cleanup: CleanupRegistry = CleanupRegistry()
  ) throws {
    let target = try Self.resolved(target)
    let companions = Companions(of: target)
    let keepsStaging = work != nil || resumesUnfinished
    let folder = companions.staging(of: work)
    try Self.rejectForeign(target, publication)
    try FileSystem.makeFolders(companions.parent, mode: mode)
    var taken: BundleLock?
    let spare = try SpareDescriptors()
    try cleanup.prepare { nameFolder, nameFile in
      let lock = try BundleLock(path: companions.lock)
      nameFile(companions.lock)
      try companions.rejectForeign(besides: folder)
      try Self.recover(target, publication, companions)
      for path in companions.leftovers where !keepsStaging || path != folder { try Self.removeLeftover(path) }
      if try FileSystem.entry(at: folder) == .nothing { try FileSystem.makeFolder(folder) }
      nameFolder(folder)
      try StagingMark.put(in: folder)
      taken = consume lock
    }
    guard let lock = taken.take() else { throw PublishingError.stopped }
    self.lock = lock
    self.spare = spare
    self.target = target
    self.publication = publication
    self.mode = mode
    self.cleanup = cleanup
    self.folder = URL(fileURLWithPath: folder, isDirectory: true)
    made = FileIdentity(at: folder)
  }

  deinit {
    // By now it may hold the replaced bundle, whose listed files only are removed.
    let path = folder.path
    spare.release()
    // A call may fail once, for example on a network disk, unnoticed; the next run would find the folder.
    for _ in 0..<2 {
      do {
        try FileIdentity(at: path) == made ? OwnFolder.remove(staging: path) : OwnFolder.remove(bundle: path)
        return
      } catch {
        continue
      }
    }
  }

  /// Removes files that do not belong to the bundle: temporary files that could not be removed before, the list of
  /// finished zooms.
  package func keep(only names: Set<String>) throws {
    for name in try FileSystem.names(folder.path) where !names.contains(name) && name != StagingMark.fileName {
      try OwnFolder.removeMade(folder.path + "/" + name)
    }
  }
}
