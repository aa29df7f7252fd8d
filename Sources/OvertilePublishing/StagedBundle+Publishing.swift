import Foundation

extension StagedBundle {
  /// Flushes everything to the disk and puts the staged bundle in the target's place.
  ///
  /// Where the file system cannot exchange two folders in one step (most can), the old bundle is moved aside first, and
  /// for a moment there is none; a run that is killed then is mended by the next one. With releases there is no such
  /// moment anywhere.
  package func publish() throws {
    try StagingMark.remove(from: folder.path)
    try FileSystem.synchronizeTree(folder.path, mode: mode)
    let releases = ReleaseFolder(root: target.path, mode: mode)
    try cleanup.publish {
      // Whoever put something there while the bundle was made keeps it.
      try Self.refuseForeign(target, publication)
      switch publication {
      case .replace: try replace()
      case .versioned: try releases.publish(folder.path)
      }
    }
    if case .versioned(let keep) = publication { releases.removeOld(keep: keep) }
  }

  private func replace() throws {
    let companions = Companions(of: target)
    if try FileSystem.entry(at: target.path) == .nothing {
      try FileSystem.move(folder.path, to: target.path)
    } else if try !FileSystem.exchange(folder.path, target.path) {
      try FileSystem.move(target.path, to: companions.aside)
      do {
        try FileSystem.move(folder.path, to: target.path)
      } catch {
        try FileSystem.move(companions.aside, to: target.path)
        throw error
      }
      try? OwnFolder.remove(bundle: companions.aside)
    }
    try FileSystem.synchronize(companions.parent)
  }

  /// Ends what a dead run left half done: an old bundle that was moved aside goes back to its place, or away.
  static func settle(_ target: URL, _ publication: Publication, _ companions: Companions) throws {
    if try FileSystem.entry(at: companions.aside) != .nothing {
      if try FileSystem.entry(at: target.path) == .nothing {
        try FileSystem.move(companions.aside, to: target.path)
      } else {
        try OwnFolder.remove(bundle: companions.aside)
      }
    }
    if case .versioned = publication { try ReleaseFolder(root: target.path).settle() }
  }
}
