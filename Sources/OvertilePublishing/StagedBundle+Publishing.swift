import Foundation
import OvertilePlatform

extension StagedBundle {
  /// Flushes everything to the disk and moves the staged bundle to the target.
  ///
  /// If the file system cannot exchange two folders in one step (most can), the old bundle is first moved to a backup,
  /// and for a moment there is none; the next run recovers if a run is killed at that moment. With releases there is no
  /// such moment anywhere.
  package func publish() throws {
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
    if case .versioned(let keep) = publication { releases.removeOld(keep: keep) }
  }

  /// Removes the bundle that was exchanged for the new one, which also happens without this call, but in silence.
  ///
  /// - Returns: a warning if that fails twice; nil otherwise.
  package func removeReplaced() -> String? {
    guard FileIdentity(at: folder.path) != made, (try? OwnFolder.remove(bundle: folder.path)) == nil else { return nil }
    do {
      try OwnFolder.remove(bundle: folder.path)
      return nil
    } catch {
      return
        "the new bundle is published, but the one that it replaced remains at \(folder.path): \(error). Remove that folder"
    }
  }

  /// Removes what dead runs left at a path.
  ///
  /// - Throws: `PublishingError.cannotCreate` with what to do if the user may not remove it.
  static func removeLeftover(_ path: String) throws {
    do {
      try OwnFolder.remove(bundle: path)
    } catch PublishingError.inputOutput(let text)
      where [EACCES, EPERM].contains(where: { text.hasSuffix(String(cString: strerror($0))) })
    {
      throw PublishingError.cannotCreate(
        "\(text): an earlier run left \(path), and this one may not remove it. Remove that folder, or give another "
          + "output path")
    }
  }

  private func replace() throws {
    let companions = Companions(of: target)
    if try FileSystem.entry(at: target.path) == .nothing {
      try FileSystem.move(folder.path, to: target.path)
    } else if try !FileSystem.exchange(folder.path, target.path) {
      try FileSystem.move(target.path, to: companions.backup)
      do {
        try FileSystem.move(folder.path, to: target.path)
      } catch {
        try FileSystem.move(companions.backup, to: target.path)
        throw error
      }
      try? OwnFolder.remove(bundle: companions.backup)
    }
    try FileSystem.synchronize(companions.parent)
  }

  /// Recovers from a dead run: the backup of an old bundle goes back to the target, or is removed.
  static func recover(_ target: URL, _ publication: Publication, _ companions: Companions) throws {
    if try FileSystem.entry(at: companions.backup) != .nothing {
      if try FileSystem.entry(at: target.path) == .nothing {
        try FileSystem.move(companions.backup, to: target.path)
      } else {
        try OwnFolder.remove(bundle: companions.backup)
      }
    }
    if case .versioned = publication { try ReleaseFolder(root: target.path).recover() }
  }
}
