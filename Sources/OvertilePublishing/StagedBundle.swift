import Foundation
import OvertileBundleFormat
import OvertileCore

/// A bundle being written: a folder beside the target on the same file system, swapped in as a whole at the end.
///
/// Readers see the old bundle or the new one. A run that fails leaves the old one and removes its staging; if a run is
/// killed, the next run of the same target, which then holds the lock, removes its files. What cannot be removed stays
/// beside the target and stops no run.
package struct StagedBundle: ~Copyable {
  /// The folder to write into.
  package let folder: URL
  /// What earlier runs left and this one could not remove, in words.
  private let remains: [String]
  let target: URL
  let publication: Publication
  let mode: FileMode
  let cleanup: CleanupRegistry
  private let lock: BundleLock
  private let made: FileIdentity?

  /// Takes the lock of a target and makes an empty staging folder.
  ///
  /// - Parameters:
  ///   - mode: the permissions of the bundle, and of the folders above it that are made.
  ///   - resumesUnfinished: whether the files of a killed run stay in the folder, for the caller to judge.
  ///   - cleanup: registers the files that are made, for another thread that may have to remove them.
  /// - Throws: `PublishingError.cannotCreate` if the target is not a bundle, or, for releases, not a folder of them, or
  ///   holds foreign entries, or its parent cannot be written; `locked` if another run holds it.
  package init(
    target: URL, publication: Publication = .replace, mode: FileMode = .standard, resumesUnfinished: Bool = false,
    cleanup: CleanupRegistry = CleanupRegistry()
  ) throws {
    let target = try Self.resolved(target)
    let companions = Companions(of: target)
    try Self.rejectForeign(target, publication)
    try FileSystem.makeFolders(companions.parent, mode: mode)
    var taken: BundleLock?
    var (remains, folder): ([String], String) = ([], companions.staging)
    try cleanup.prepare { register in
      let lock = try BundleLock(companions)
      register(companions.lock)
      try companions.rejectForeign()
      let isResumed = resumesUnfinished && StagingMark.stands(in: folder) && access(folder, W_OK | X_OK) == 0
      remains = try Self.recover(target, publication, companions, keeping: isResumed ? folder : nil)
      if !isResumed {
        folder = companions.free
        try FileSystem.makeFolder(folder)
      }
      register(folder)
      try StagingMark.put(in: folder)
      taken = consume lock
    }
    guard let lock = taken.take() else { throw PublishingError.stopped }
    self.lock = lock
    (self.remains, self.target, self.publication) = (remains, target, publication)
    (self.mode, self.cleanup) = (mode, cleanup)
    self.folder = URL(fileURLWithPath: folder, isDirectory: true)
    made = FileIdentity(at: folder)
  }

  deinit { _ = removeStaging() }

  /// Recovers from dead runs: the backup of an old bundle goes back to the target, and staging is removed.
  ///
  /// - Returns: what could not be removed, in words.
  private static func recover(
    _ target: URL, _ publication: Publication, _ companions: Companions, keeping kept: String?
  ) throws -> [String] {
    if try FileSystem.entry(at: target.path) == .nothing, OwnFolder.isOwn(staging: companions.backup) {
      try FileSystem.move(companions.backup, to: target.path)
    }
    var remains: [String] = []
    for path in companions.leftovers where path != kept {
      do { try OwnFolder.remove(path) } catch {
        remains.append("cannot remove \(path), which an earlier run left behind: \(error). Remove that folder")
      }
    }
    if case .versioned = publication { remains += try ReleaseFolder(root: target.path).recover() }
    return remains
  }

  /// Removes files that do not belong to the bundle: temporary files that could not be removed before, the list of
  /// finished zooms.
  package func keep(only names: Set<String>) throws {
    for name in try FileSystem.names(folder.path) where !names.contains(name) && name != StagingMark.fileName {
      try OwnFolder.removeMade(folder.path + "/" + name)
    }
  }

  /// Flushes everything to the disk and moves the staged bundle to the target.
  ///
  /// If the file system cannot exchange two folders in one step (most can), the old bundle is first moved to a backup,
  /// and for a moment there is none; the next run recovers if a run is killed at that moment. With releases there is no
  /// such moment anywhere.
  ///
  /// - Returns: warnings about what could not be removed; the bundle is published all the same.
  @discardableResult
  package func publish() throws -> [String] {
    try StagingMark.remove(from: folder.path)
    try FileSystem.synchronizeTree(folder.path, mode: mode)
    let releases = ReleaseFolder(root: target.path, mode: mode)
    try cleanup.publish {
      // A foreign file that appeared while the bundle was made stays.
      try Self.rejectForeign(target, publication)
      switch publication {
      case .replace: try replace()
      case .versioned: try releases.publish(folder.path)
      }
    }
    guard case .versioned(let keep) = publication else {
      let reason = removeStaging()
      return remains
        + (reason.map {
          [
            "the old bundle in \(folder.path) could not be removed: \($0). Remove that folder"
          ]
        } ?? [])
    }
    return remains + releases.removeOld(keep: keep)
  }

  /// Removes the staging folder, which holds the replaced bundle after an exchange: of that only what it lists.
  ///
  /// - Returns: the reason that it remains; nil if it is gone.
  private func removeStaging() -> String? {
    let path = folder.path
    var reason: String?
    // A call may fail once, for example on a network disk; the next run would find the folder.
    for _ in 0..<2 {
      do {
        try FileIdentity(at: path) == made ? OwnFolder.removeMade(path) : OwnFolder.remove(path)
        return nil
      } catch {
        reason = "\(error)"
      }
    }
    return reason
  }

  private func replace() throws {
    let companions = Companions(of: target)
    if try FileSystem.entry(at: target.path) == .nothing {
      try FileSystem.move(folder.path, to: target.path)
    } else if try !FileSystem.exchange(folder.path, target.path) {
      try moveAside(to: companions.backup)
      do {
        try FileSystem.move(folder.path, to: target.path)
      } catch {
        try FileSystem.move(companions.backup, to: target.path)
        throw error
      }
      try? OwnFolder.remove(companions.backup)
    }
    try FileSystem.synchronize(companions.parent)
  }

  private func moveAside(to backup: String) throws {
    guard rename(target.path, backup) != 0 else { return }
    guard errno == EXDEV else {
      throw FileSystem.cannotMove(target.path, backup)
    }
    throw PublishingError.cannotCreate(
      "\(target.path) cannot be replaced as a whole, because the system cannot move that folder. It probably belongs "
        + "to a lower layer of an overlay file system, such as the image of a container. Choose a different output "
        + "path "
        + "with `publish: versioned`, or mount a volume above \(target.path)"
    )
  }

  /// Keeps the staged bundle at a path of its own, where it replaces the one that was kept before. The target stays
  /// unchanged.
  ///
  /// - Parameter judge: throws if the existing entry must not be replaced; called while the path's own lock is held.
  /// - Returns: warnings about what could not be removed.
  /// - Throws: `PublishingError.cannotCreate` if something other than a bundle is at the path, `locked` if another
  ///   run is writing it.
  package borrowing func keep(at path: URL, judging judge: () throws -> Void = {}) throws -> [String] {
    let shelf = try StagedBundle(target: path, mode: mode, cleanup: cleanup)
    try judge()
    for name in try FileSystem.names(folder.path) where name != StagingMark.fileName {
      try FileSystem.moveAcross(folder.path + "/" + name, to: shelf.folder.path + "/" + name)
    }
    return try shelf.publish()
  }
}
