import Foundation
import OvertileCore

extension StagedBundle {
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
