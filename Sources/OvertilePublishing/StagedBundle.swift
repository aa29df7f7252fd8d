import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// A bundle, or tiles, being written: in a marked folder beside the target on the same file system, from which it is
/// swapped in as a whole at the end.
///
/// Readers see what was there or the new one. A run that fails leaves what was there and removes its staging; if a run is
/// killed, the next run of the same target, which then holds the lock, removes its files. What cannot be removed stays
/// beside the target and stops no run.
package struct StagedBundle: ~Copyable {
  /// The marked folder, which is the bundle in the end.
  package let folder: URL
  private let target: URL
  private let publication: Publication
  private let mode: FileMode
  private let cleanup: CleanupRegistry
  private let lock: BundleLock
  /// The folder that was made, which is another one at its path after an exchange.
  private let made: FileIdentity?
  /// What earlier runs left and this one could not remove, in words.
  private let remains: [String]

  /// Takes the lock of a target and makes an empty staging folder.
  ///
  /// - Parameters:
  ///   - mode: the permissions of what is published, and of the folders above it that are made.
  ///   - resumesUnfinished: whether the files of a killed run stay in the folder, for the caller to judge.
  ///   - cleanup: registers the files that are made, for another thread that may have to remove them.
  /// - Throws: `PublishingError.cannotCreate` if the target must not be replaced, foreign files are at paths that are
  ///   needed, or its parent cannot be written; `locked` if another run holds it.
  package init(
    target: URL, publication: Publication = .replace, mode: FileMode = .standard, resumesUnfinished: Bool = false,
    cleanup: CleanupRegistry = CleanupRegistry()
  ) throws {
    let target = Self.resolved(target)
    try publication.rejectForeign(target)
    let companions = Companions(of: target)
    try FileSystem.makeFolders(Folder.parent(of: target.path), mode: mode)
    var (remains, folder): ([String], String) = ([], companions.staging)
    lock = try cleanup.prepare { register in
      let lock = try BundleLock(companions)
      register(companions.lock)
      try companions.rejectForeign()
      // The old bundle goes back if a run died while it was aside.
      if try FileSystem.kind(at: target.path) == nil, OwnFolder.isOwn(staging: companions.backup) {
        try FileSystem.move(companions.backup, to: target.path)
      }
      let isResumed = resumesUnfinished && StagingMark.stands(in: folder) && access(folder, W_OK | X_OK) == 0
      for path in companions.leftovers where !isResumed || path != folder {
        do { try OwnFolder.remove(path) } catch {
          remains.append("cannot remove \(path), which an earlier run left behind: \(error). Remove that folder")
        }
      }
      if case .versioned = publication { remains += try ReleaseFolder(root: target.path).recover() }
      if !isResumed {
        folder = companions.free
        try FileSystem.makeFolder(folder)
      }
      register(folder)
      try StagingMark.put(in: folder)
      return lock
    }
    (self.target, self.publication, self.mode, self.cleanup) = (target, publication, mode, cleanup)
    (self.remains, made) = (remains, FileIdentity(at: folder))
    self.folder = URL(fileURLWithPath: folder, isDirectory: true)
  }

  deinit { _ = remove() }

  /// The path at which tiles are written.
  package var tilesPath: String {
    guard case .tiles(let container, _) = publication else { return folder.path }
    return folder.appendingPathComponent(BundleFileName.allZooms).path + container.ending
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
    if tilesPath == folder.path { try StagingMark.remove(from: folder.path) }
    try FileSystem.synchronizeTree(folder.path, mode: mode)
    let releases = ReleaseFolder(root: target.path, mode: mode)
    try cleanup.publish {
      // A foreign file that appeared while the bundle was made stays.
      try publication.rejectForeign(target)
      let backup = Companions(of: target).backup
      switch publication {
      case .replace: try FileSystem.put(folder.path, at: target.path, aside: backup)
      case .versioned: try releases.publish(folder.path, aside: backup)
      case .tiles(let container, _):
        // A folder that is there keeps its permissions.
        if container.isFolder, try FileSystem.kind(at: target.path) != nil {
          try FileMode.copy(from: target.path, to: tilesPath)
          try FileSystem.synchronize(tilesPath)
        }
        try FileSystem.put(tilesPath, at: target.path, aside: folder.path + "/replaced")
      }
      try? OwnFolder.remove(backup)
    }
    if case .versioned(let keep) = publication { return remains + releases.removeOld(keep: keep) }
    guard let reason = remove() else { return remains }
    return remains + ["the old bundle in \(folder.path) could not be removed: \(reason). Remove that folder"]
  }

  /// Removes the folder. After an exchange it is the bundle that was replaced: of that only what it lists.
  ///
  /// - Returns: the reason that it remains; nil if it is gone.
  private func remove() -> String? {
    do {
      try FileIdentity(at: folder.path) == made ? OwnFolder.removeMade(folder.path) : OwnFolder.remove(folder.path)
      return nil
    } catch {
      return "\(error)"
    }
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
      // To another file system it is copied.
      try FileManager.default.moveItem(atPath: folder.path + "/" + name, toPath: shelf.folder.path + "/" + name)
    }
    return try shelf.publish()
  }

  /// The folder that a target leads to. A link that leads nowhere stays one, and is rejected as something foreign.
  static func resolved(_ target: URL) -> URL { target.standardizedFileURL.resolvingSymlinksInPath() }

  /// The longest name of a folder that publishing at a target makes beside it.
  package static func longestName(of target: String) -> String {
    (Companions(of: URL(fileURLWithPath: target)).backup as NSString).lastPathComponent
  }

  /// Throws if a run could make nothing at a target, as far as that shows beforehand. Makes nothing, and does not acquire
  /// the lock.
  package static func rejectUnwritable(_ target: URL, _ publication: Publication) throws {
    let target = resolved(target)
    try FileSystem.rejectUnwritable(target.deletingLastPathComponent().path)
    if case .versioned = publication { try FileSystem.rejectUnwritable(target.path + "/releases") }
  }

  /// Throws if a foreign entry is at a target or at a path beside it that a run needs. Makes nothing.
  package static func rejectOccupied(_ target: URL, _ publication: Publication) throws {
    let target = resolved(target)
    try publication.rejectForeign(target)
    let companions = Companions(of: target)
    try companions.rejectForeign()
    try BundleLock.rejectForeign(companions.lock)
  }
}
