import Foundation
import OvertileBundleFormat
import OvertileCore

/// A bundle being written: a folder beside the target on the same file system, swapped in as a whole at the end.
///
/// Readers see the old bundle or the new one. A run that fails leaves the old one and removes its staging; if a run is
/// killed, the next run of the same target, which then holds the lock, removes its files.
package struct StagedBundle: ~Copyable {
  /// The folder to write into.
  package let folder: URL
  private let staging: StagingFolder
  private let target: URL
  private let publication: Publication
  private let mode: FileMode
  private let cleanup: CleanupRegistry

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
    try Self.rejectForeign(target, publication)
    let staging = try StagingFolder(
      beside: target, mode: mode, resumesUnfinished: resumesUnfinished, cleanup: cleanup
    ) {
      if case .versioned = publication { try ReleaseFolder(root: target.path).recover() } else { [] }
    }
    (self.target, self.publication, self.mode, self.cleanup) = (target, publication, mode, cleanup)
    folder = URL(fileURLWithPath: staging.path, isDirectory: true)
    self.staging = staging
  }

  /// Removes files that do not belong to the bundle: temporary files that could not be removed before, the list of
  /// finished zooms.
  package func keep(only names: Set<String>) throws { try staging.clear(except: names) }

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
      case .replace:
        let backup = Companions(of: target).backup
        try FileSystem.put(folder.path, at: target.path, aside: backup)
        try? OwnFolder.remove(backup)
      case .versioned: try releases.publish(folder.path)
      }
    }
    if case .versioned(let keep) = publication { return staging.remains + releases.removeOld(keep: keep) }
    guard let reason = staging.remove() else { return staging.remains }
    return staging.remains
      + ["the old bundle in \(folder.path) could not be removed: \(reason). Remove that folder"]
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
