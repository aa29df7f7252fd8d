import Foundation
import OvertileCore

extension StagedBundle {
  /// The folder that a target leads to.
  ///
  /// - Throws: `PublishingError.cannotCreate` for a link that leads nowhere.
  static func resolved(_ target: URL) throws -> URL {
    let target = target.standardizedFileURL
    if try FileSystem.kind(at: target.path) == .link, FileIdentity(following: target.path) == nil {
      let aim = (try? FileManager.default.destinationOfSymbolicLink(atPath: target.path)) ?? "nowhere"
      throw PublishingError.cannotCreate(
        "\(target.path) is a symbolic link to \(aim), which does not exist. Create that folder, or remove the link")
    }
    return target.resolvingSymlinksInPath()
  }

  /// The longest name of a folder that publishing at a target makes beside it.
  package static func longestName(of target: String) -> String {
    (Companions(of: URL(fileURLWithPath: target)).backup as NSString).lastPathComponent
  }

  /// Throws if a run could make nothing at a target, as far as that shows beforehand. Makes nothing, and does not acquire
  /// the lock.
  package static func rejectUnwritable(_ target: URL, _ publication: Publication) throws {
    let target = try resolved(target)
    try FileSystem.rejectUnwritable(target.deletingLastPathComponent().path)
    if case .versioned = publication { try FileSystem.rejectUnwritable(target.path + "/releases") }
  }

  /// Throws if a foreign entry is at a target or at a path beside it that a run needs. Makes nothing.
  package static func rejectOccupied(_ target: URL, _ publication: Publication) throws {
    let target = try resolved(target)
    try publication.rejectForeign(target)
    let companions = Companions(of: target)
    try companions.rejectForeign()
    try BundleLock.rejectForeign(companions.lock)
  }
}
