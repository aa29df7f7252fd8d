import Foundation
import OvertileCore

/// The files beside a target while a run publishes there, and after dead runs: the lock, and staging folders.
package struct Companions {
  /// The folder that the target lies in.
  package let parent: String
  /// The file that keeps two runs apart.
  package let lock: String
  /// The path at which a bundle is staged.
  package let staging: String

  /// The companions of a target, which is not a link.
  init(of target: URL) {
    parent = target.deletingLastPathComponent().path
    let name = target.lastPathComponent
    let prefix = parent == "/" ? "/" : parent + "/"
    lock = "\(prefix).\(name).overtile-lock"
    staging = "\(prefix).\(name).overtile-staging"
  }

  /// Whether a name is reserved for the files that runs put beside a bundle: a lock's or a staging folder's.
  static func isReserved(_ name: some StringProtocol) -> Bool {
    guard name.hasPrefix("."), !name.hasSuffix(".overtile-lock") else { return name.hasPrefix(".") }
    return name.hasSuffix(".overtile-staging") || name.contains(".overtile-staging-")
  }

  /// The backup: the path of the old bundle for a moment if two folders cannot be exchanged.
  package var backup: String { staging + "-replaced" }
  /// The path at which the staging folder of a stopped run is removed.
  package var stopped: String { staging + "-stopped" }
  /// The paths of staging while that of an earlier run cannot be removed.
  private var others: [String] { (2...99).map { "\(staging)-\($0)" } }

  /// The path at which a staging folder is removed while its run may still be making files in it.
  static func stopped(_ staging: String) -> String {
    let end = staging.range(of: ".overtile-staging", options: .backwards)?.upperBound ?? staging.endIndex
    return staging[..<end] + "-stopped"
  }

  /// The first path of staging at which nothing is.
  var free: String {
    ([staging] + others).first { FileKind(at: $0, followsLinks: false) == nil } ?? staging
  }

  /// The staging folders that dead runs left beside the target, or that a living run is filling. Foreign folders are
  /// not among them, whatever their names.
  var leftovers: [String] {
    let known = Set([staging, backup, stopped] + others)
    let names = (try? FileSystem.names(parent)) ?? []
    return names.map { (parent == "/" ? "/" : parent + "/") + $0 }.filter { path in
      guard path == staging || path.hasPrefix(staging + "-") else { return false }
      return known.contains(path) ? OwnFolder.isOwn(staging: path) : StagingMark.stands(in: path)
    }
  }

  /// Throws if something that no run has made is at a path that a run needs.
  func rejectForeign() throws {
    for path in [staging, backup, stopped] { try OwnFolder.rejectForeign(staging: path) }
  }
}
