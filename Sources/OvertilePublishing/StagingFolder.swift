import Foundation
import OvertileCore

/// A marked folder beside a target, which a run fills while it holds the target's lock.
///
/// What a run leaves if it is killed is removed by the next run of the same target. What cannot be removed stays beside
/// the target and stops no run.
struct StagingFolder: ~Copyable {
  /// The path of the folder.
  let path: String
  /// What earlier runs left and this one could not remove, in words.
  let remains: [String]
  private let lock: BundleLock
  private let made: FileIdentity?

  /// Takes the lock of a target, which is not a link, and makes an empty folder.
  ///
  /// - Parameters:
  ///   - mode: the permissions of the folders above it that are made; by default those of the process's mask.
  ///   - resumesUnfinished: whether the files of a killed run stay in the folder, for the caller to judge.
  ///   - cleanup: registers the files that are made, for another thread that may have to remove them.
  ///   - recover: recovers from dead runs at the target itself; returns what could not be removed, in words.
  /// - Throws: `PublishingError.cannotCreate` if foreign files are at paths that it needs, or it cannot be made; `locked`
  ///   if another run holds the lock.
  init(
    beside target: URL, mode: FileMode? = nil, resumesUnfinished: Bool = false, cleanup: CleanupRegistry,
    recover: () throws -> [String] = { [] }
  ) throws {
    let companions = Companions(of: target)
    try FileSystem.makeFolders(FileSystem.parent(of: target.path), mode: mode)
    var taken: BundleLock?
    var (remains, folder): ([String], String) = ([], companions.staging)
    try cleanup.prepare { register in
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
      remains += try recover()
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
    (self.remains, path) = (remains, folder)
    made = FileIdentity(at: folder)
  }

  deinit { _ = remove() }

  /// Removes everything in the folder but some files.
  func clear(except names: Set<String> = []) throws {
    for name in try FileSystem.names(path) where !names.contains(name) && name != StagingMark.fileName {
      try OwnFolder.removeMade(path + "/" + name)
    }
  }

  /// Removes the folder. After an exchange it is the bundle that was replaced: of that only what it lists.
  ///
  /// - Returns: the reason that it remains; nil if it is gone.
  func remove() -> String? {
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
}
