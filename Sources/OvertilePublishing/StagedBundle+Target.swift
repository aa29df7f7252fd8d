import Foundation
import OvertileBundleFormat

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
    URL(fileURLWithPath: Companions(of: URL(fileURLWithPath: target)).backup).lastPathComponent
  }

  /// Throws if a run could not publish there, as far as that shows beforehand. Makes nothing, and does not acquire the
  /// lock.
  package static func probe(_ target: URL, _ publication: Publication) throws {
    try rejectOccupied(target, publication)
    let target = try resolved(target)
    try FileSystem.rejectUnwritable(target.deletingLastPathComponent().path)
    if case .versioned = publication { try FileSystem.rejectUnwritable(target.path + "/releases") }
  }

  /// Throws if a foreign entry is at a target or at a path beside it that a run needs. Makes nothing.
  package static func rejectOccupied(_ target: URL, _ publication: Publication) throws {
    let target = try resolved(target)
    try rejectForeign(target, publication)
    let companions = Companions(of: target)
    try companions.rejectForeign()
    try BundleLock.rejectForeign(companions.lock)
  }

  /// Throws if the target exists and is neither a bundle nor an empty folder, or, for releases, not a folder of them;
  /// if it holds entries that its manifest does not list; and if it lies inside another bundle.
  package static func rejectForeign(_ target: URL, _ publication: Publication = .replace) throws {
    let kind = try FileSystem.kind(at: target.path)
    try OutputLocation(target.path).rejectReserved()
    if case .versioned = publication { return try ReleaseFolder(root: target.path).rejectForeign() }
    guard let kind else { return }
    guard kind == .folder else {
      throw PublishingError.cannotCreate(
        "\(target.path) is \(kind.words), not a bundle, so overtile left it unchanged")
    }
    if let names = try? FileSystem.names(target.path), names.isEmpty { return }
    do {
      try BundleManifest.identify(bundle: target)
    } catch BundleError.unknownVersion {
      return try OwnFolder.rejectForeign(bundle: target.path)
    } catch {
      throw PublishingError.cannotCreate(
        "\(error). It was left unchanged. Choose a different output path, or remove it yourself")
    }
    try OwnFolder.rejectForeign(bundle: target.path)
  }
}
