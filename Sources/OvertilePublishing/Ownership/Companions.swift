import Foundation
import OvertileCore
import OvertileTileArchive

/// The files beside a target while a run publishes there, and after dead runs: the lock, and staging folders.
struct Companions {
  /// The file that keeps two runs apart.
  let lock: String
  /// The path at which a bundle is staged.
  let staging: String

  /// The companions of a target, which is not a link.
  init(of target: URL) {
    let (folder, name) = (target.deletingLastPathComponent(), target.lastPathComponent)
    lock = folder.appendingPathComponent(".\(name).overtile-lock").path
    staging = folder.appendingPathComponent(".\(name).overtile-staging").path
  }

  /// Whether a name is reserved for the files that runs put beside a bundle: a lock's or a staging folder's.
  static func isReserved(_ name: some StringProtocol) -> Bool {
    let isEnd = [".overtile-lock", ".overtile-staging"].contains(where: name.hasSuffix)
    return name.hasPrefix(".") && (isEnd || name.contains(".overtile-staging-"))
  }

  /// The backup: the path of the old bundle for a moment if two folders cannot be exchanged.
  var backup: String { staging + "-replaced" }

  /// The path at which a staging folder is removed while its run may still be making files in it.
  static func stopped(_ staging: String) -> String { staging + "-stopped" }

  /// The first path of staging at which nothing is: another one while that of an earlier run cannot be removed.
  var free: String {
    ([staging] + (2...99).map { "\(staging)-\($0)" }).first { FileKind(at: $0, followsLinks: false) == nil } ?? staging
  }

  /// The staging folders that dead runs left beside the target, or that a living run is filling. Foreign folders are
  /// not among them, whatever their names.
  var leftovers: [String] {
    let (folder, stem) = (Folder.parent(of: staging), (staging as NSString).lastPathComponent)
    let names = ((try? FileSystem.names(folder)) ?? []).filter { $0 == stem || $0.hasPrefix(stem + "-") }
    return names.map { staging + $0.dropFirst(stem.count) }.filter(OwnFolder.isOwn(staging:))
  }

  /// Throws if something that no run has made is at a path that a run needs.
  func rejectForeign() throws {
    for path in [staging, backup, Self.stopped(staging)] { try OwnFolder.rejectForeign(staging: path) }
  }
}
