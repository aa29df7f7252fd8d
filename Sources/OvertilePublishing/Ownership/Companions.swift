import Foundation

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

  /// The name under which a staging folder of any work is removed while its run may still be making files in it.
  static func discardedName(of folder: String) -> String {
    let end = folder.range(of: ".overtile-staging", options: .backwards)?.upperBound ?? folder.endIndex
    return folder[..<end] + "-stopped"
  }

  /// The staging path of a job with a name, 16 hexadecimal digits.
  func staging(of work: String?) -> String { staging + (work.map { "-\($0)" } ?? "") }

  /// The staging folders that dead runs left beside the target, or that a living run is filling. Foreign folders are
  /// not among them, whatever their names.
  var leftovers: [String] {
    let names = ((try? FileSystem.names(parent)) ?? []).map { (parent == "/" ? "/" : parent + "/") + $0 }
    return names.filter { path in
      guard path.hasPrefix(staging) else { return false }
      guard [staging, backup, stopped].contains(path) || isWork(path.dropFirst(staging.count)) else { return false }
      return (try? OwnFolder.rejectForeign(staging: path)) != nil
    }
  }

  /// Throws if something that no run has made is at a path that a run needs.
  func rejectForeign(besides folder: String? = nil) throws {
    for path in Set([staging, backup, stopped, folder ?? staging]).sorted() {
      try OwnFolder.rejectForeign(staging: path)
    }
  }

  private func isWork(_ suffix: Substring) -> Bool {
    suffix.utf8.count == 17 && suffix.first == "-"
      && suffix.dropFirst().utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
