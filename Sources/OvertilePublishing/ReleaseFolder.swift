import Foundation
import OvertileBundleFormat
import OvertileCore

/// A folder of releases: `releases/DIGEST`, each a whole bundle that never changes, and a link `current` to one of them.
///
/// A release's name is its manifest's own digest, so equal bundles are one release. All steps are
/// renames; a reader that follows `current` once and stays there sees one release. A run that holds the target's lock calls it.
struct ReleaseFolder {
  /// The folder that holds `releases` and `current`.
  let root: String
  /// The permissions of the folders that are made.
  var mode = FileMode.standard

  private var releases: String { root + "/releases" }
  private var current: String { root + "/current" }
  private var nextLink: String { root + "/.current.overtile-staging" }

  /// Throws if the root contains an entry that publishing has not made.
  func rejectForeign() throws {
    guard let kind = try FileSystem.kind(at: root) else { return }
    guard kind == .folder else {
      throw PublishingError.foreign("\(root) is not a folder")
    }
    for name in try FileSystem.names(root) {
      switch (name, try FileSystem.kind(at: root + "/" + name)) {
      case ("releases", .folder): continue
      case (".current.overtile-staging", .link) where aim(of: nextLink) != nil: continue
      case ("current", .link) where currentDigest != nil: continue
      default:
        throw PublishingError.foreign("\(root) contains \(name), which does not belong in a folder of releases")
      }
    }
  }

  /// Recovers from a dead run: removes a link that was not switched, and releases that were being removed.
  ///
  /// - Returns: what could not be removed, in words.
  func recover() throws -> [String] {
    if aim(of: nextLink) != nil { try FileSystem.unlink(nextLink) }
    guard try FileSystem.kind(at: releases) == .folder else { return [] }
    return try FileSystem.names(releases).compactMap { name in
      let path = releases + "/" + name
      guard SHA256.isText(name), try FileSystem.kind(at: path + "/" + BundleManifest.fileName) == nil,
        OwnFolder.isOwn(staging: path)
      else { return nil }
      return Self.removed(path)
    }
  }

  /// Removes a release.
  ///
  /// - Returns: the reason that it remains, in words; nil if it is gone.
  private static func removed(_ path: String) -> String? {
    do { try OwnFolder.remove(path) } catch { return "the old release \(path) could not be removed: \(error)" }
    return nil
  }

  /// Creates a staged bundle, already on the disk, the current release.
  ///
  /// A release that exists already and is whole is used unchanged, and the staged folder stays for the caller to remove; a
  /// link that points to it already is not touched. A damaged one is replaced.
  ///
  /// - Parameter aside: the path of a damaged release for a moment if two folders cannot be exchanged.
  func publish(_ staged: String, aside: String) throws {
    let digest = try Self.digest(of: staged)
    let isNew = try FileSystem.kind(at: root) == nil
    do {
      try FileSystem.makeFolders(releases, mode: mode)
      try install(staged, digest, aside: aside)
      let last = currentDigest
      if last != digest {
        try point(to: digest)
        stamp(last, digest)
      }
    } catch {
      // If nothing was published yet, nothing remains; folders that are not empty stay by themselves.
      for folder in isNew ? [releases, root] : [] { rmdir(folder) }
      throw error
    }
  }

  private func install(_ staged: String, _ digest: String, aside: String) throws {
    let release = releases + "/" + digest
    try OwnFolder.rejectForeign(staging: release)
    if FileManager.default.contentsEqual(atPath: release, andPath: staged) { return }
    try FileSystem.put(staged, at: release, aside: aside)
  }

  /// Notes when releases were last current, by the time of their folders: the one that was until now, and the new one.
  ///
  /// Both, since a person may have pointed the link elsewhere meanwhile. Nothing is noted of a release of another user.
  private func stamp(_ last: String?, _ new: String) {
    let now = Date()
    for (digest, time) in [(last, now - 0.01), (new, now)] {
      guard let digest else { continue }
      try? FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: releases + "/" + digest)
    }
  }

  /// Switches the link.
  private func point(to digest: String) throws {
    guard symlink("releases/" + digest, nextLink) == 0 else {
      throw PublishingError.failed(to: "create the link \(nextLink)")
    }
    do {
      try FileSystem.move(nextLink, to: current)
    } catch {
      unlink(nextLink)
      throw error
    }
    try FileSystem.synchronize(root)
  }

  /// The name of the release that a link points to; nil if it is not such a link.
  private func aim(of link: String) -> Substring? {
    guard let aim = try? FileManager.default.destinationOfSymbolicLink(atPath: link), aim.hasPrefix("releases/") else {
      return nil
    }
    return aim.dropFirst("releases/".count)
  }

  /// Removes releases beyond those that are kept: first the one that was current longest ago. A release with foreign files
  /// stays.
  ///
  /// - Returns: warnings about those that could not be removed; a later run tries again.
  func removeOld(keep: Int) -> [String] {
    guard let current = currentDigest else { return [] }
    let old = ((try? FileSystem.names(releases)) ?? []).filter { $0 != current && isOwnRelease($0) }
    let newestFirst = old.map { (time(releases + "/" + $0), $0) }.sorted { $0 > $1 }
    return newestFirst.dropFirst(max(0, keep - 1)).compactMap { _, name in
      let path = releases + "/" + name
      return (try? OwnFolder.rejectForeign(bundle: path)) == nil ? nil : Self.removed(path)
    }
  }

  /// The digest of the release that `current` points to.
  private var currentDigest: String? {
    guard let name = aim(of: current), SHA256.isText(name) else { return nil }
    return String(name)
  }

  private func isOwnRelease(_ name: String) -> Bool {
    SHA256.isText(name) && (try? Self.digest(of: releases + "/" + name)) == name
  }

  /// The digest that a bundle's manifest states for itself.
  private static func digest(of bundle: String) throws -> String {
    let digest = try BundleManifest(bundle: URL(fileURLWithPath: bundle, isDirectory: true)).digest ?? ""
    guard SHA256.isText(digest) else { throw PublishingError.cannotCreate("\(bundle) has no digest") }
    return digest
  }

  /// The time at which a release was published.
  private func time(_ path: String) -> Date {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date ?? .distantPast
  }
}
