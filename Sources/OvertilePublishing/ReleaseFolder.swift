import Foundation
import OvertileBundleFormat
import OvertilePlatform

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

  private static let discardedPrefix = ".removed-"

  /// Throws if the root contains an entry that publishing has not made, or if it has no current release to go on from.
  func rejectForeign() throws {
    switch try FileSystem.entry(at: root) {
    case .nothing: return
    case .file, .link, .special: throw PublishingError.cannotCreate("\(root) is not a folder: it is left alone")
    case .folder: break
    }
    for name in try FileSystem.names(root) {
      let entry = try FileSystem.entry(at: root + "/" + name)
      switch (name, entry) {
      case ("releases", .folder): continue
      case (".current.overtile-staging", .link) where aim(of: nextLink) != nil: continue
      case ("current", .link):
        guard currentDigest == nil else { continue }
        throw PublishingError.cannotCreate("\(current) does not point to a release: it is left alone")
      case (BundleManifest.fileName, .file):
        throw PublishingError.cannotCreate(
          "\(root) is itself a bundle, published with `publish: replace`; for `publish: versioned` give another output "
            + "path, or move it away")
      default:
        throw PublishingError.cannotCreate(
          "\(root) holds \(name), which does not belong to a folder of releases: it is left alone. Give another output path"
        )
      }
    }
    try rejectWithoutCurrent()
  }

  /// Throws if the current release is damaged, or if several releases are there and none of them is current.
  ///
  /// Gates would have nothing to compare with, as at the first build. One release alone may be that of a first run that
  /// was killed before it made the link.
  private func rejectWithoutCurrent() throws {
    if let digest = currentDigest {
      do {
        _ = try BundleManifest(bundle: URL(fileURLWithPath: releases + "/" + digest, isDirectory: true))
      } catch BundleError.unknownVersion {
        return
      } catch {
        throw PublishingError.cannotCreate(
          "\(error): it is the current release, and is left alone. Point \(current) to another release, or move \(root) away"
        )
      }
    } else if try FileSystem.entry(at: releases) == .folder {
      let own = try FileSystem.names(releases).filter(isOwnRelease)
      guard own.count > 1 else { return }
      let newest = own.max { time(releases + "/" + $0) < time(releases + "/" + $1) } ?? own[0]
      throw PublishingError.cannotCreate(
        "\(root) holds \(own.count) releases and no link `current` to one of them: they are left alone. The newest becomes "
          + "current with: ln -s releases/\(newest) \(current)")
    }
  }

  /// Recovers from a dead run: removes a link that was not switched, and releases that were being removed.
  func recover() throws {
    guard try FileSystem.entry(at: root) == .folder else { return }
    try removeNextLink()
    guard try FileSystem.entry(at: releases) == .folder else { return }
    for name in try FileSystem.names(releases) where name.hasPrefix(Self.discardedPrefix) {
      let path = releases + "/" + name
      // Foreign files in it are left alone.
      guard Self.isDigest(name.dropFirst(Self.discardedPrefix.count)),
        (try? OwnFolder.rejectForeign(staging: path)) != nil
      else { continue }
      try OwnFolder.remove(bundle: path)
    }
  }

  /// Makes a staged bundle, already on the disk, the current release.
  ///
  /// A release that exists already and is whole is used unchanged, and the staged folder stays for the caller to remove; a
  /// link that points to it already is not touched. A damaged one is replaced.
  func publish(_ staged: String) throws {
    let digest = try Self.digest(of: staged)
    var made: [String] = []
    do {
      made = try FileSystem.makeFolders(releases, mode: mode)
      try install(staged, digest)
      if currentDigest != digest { try point(to: digest) }
    } catch {
      // If nothing was published yet, nothing remains; folders that are not empty stay by themselves.
      for folder in made.reversed() where folder == releases || folder == root { rmdir(folder) }
      throw error
    }
  }

  private func install(_ staged: String, _ digest: String) throws {
    let release = releases + "/" + digest
    if try FileSystem.entry(at: release) != .nothing { try OwnFolder.rejectForeign(staging: release) }
    let isThere = try holds(release, sameAs: staged)
    if isThere {
      // Mark it as the newest, so that it is removed last.
      if currentDigest != digest { utimes(release, nil) }
    } else if try FileSystem.entry(at: release) == .nothing {
      try FileSystem.move(staged, to: release)
      try FileSystem.synchronize(releases)
    } else if try FileSystem.exchange(staged, release) {
      // The release is damaged; its files are removed with the staging folder.
      try FileSystem.synchronize(releases)
    } else {
      throw PublishingError.cannotCreate("\(release) is damaged and cannot be exchanged here; move it away")
    }
  }

  /// Switches the link.
  private func point(to digest: String) throws {
    try removeNextLink()
    guard symlink("releases/" + digest, nextLink) == 0 else {
      throw PublishingError.inputOutput("cannot create the link \(nextLink): \(FileSystem.lastError())")
    }
    do {
      try FileSystem.move(nextLink, to: current)
    } catch {
      unlink(nextLink)
      throw error
    }
    try FileSystem.synchronize(root)
  }

  /// Removes the link of a run that died before it moved it to its path.
  private func removeNextLink() throws {
    guard try FileSystem.entry(at: nextLink) != .nothing else { return }
    guard aim(of: nextLink) != nil else {
      throw PublishingError.cannotCreate("\(nextLink) is not a link to a release: it is left alone. Move it away")
    }
    guard unlink(nextLink) == 0 || errno == ENOENT else {
      throw PublishingError.inputOutput("cannot remove \(nextLink): \(FileSystem.lastError())")
    }
  }

  /// The name of the release that a link points to; nil if it is not such a link.
  private func aim(of link: String) -> Substring? {
    guard let aim = try? FileManager.default.destinationOfSymbolicLink(atPath: link), aim.hasPrefix("releases/") else {
      return nil
    }
    return aim.dropFirst("releases/".count)
  }

  /// Removes the oldest releases beyond those that are kept. If one cannot be removed now, a later run removes it; a
  /// release with foreign files stays.
  func removeOld(keep: Int) {
    guard let current = currentDigest else { return }
    let old = ((try? FileSystem.names(releases)) ?? []).filter { $0 != current && isOwnRelease($0) }
    let newestFirst = old.map { (time(releases + "/" + $0), $0) }.sorted {
      ($0.0.0, $0.0.1, $0.1) > ($1.0.0, $1.0.1, $1.1)
    }
    for (_, name) in newestFirst.dropFirst(max(0, keep - 1)) {
      let discarded = releases + "/" + Self.discardedPrefix + name
      guard (try? OwnFolder.rejectForeign(bundle: releases + "/" + name)) != nil,
        (try? FileSystem.entry(at: discarded)) == .nothing,
        (try? FileSystem.move(releases + "/" + name, to: discarded)) != nil
      else { continue }
      try? OwnFolder.remove(bundle: discarded)
    }
  }

  /// The digest of the release that `current` points to.
  private var currentDigest: String? {
    guard let name = aim(of: current), Self.isDigest(name) else { return nil }
    return String(name)
  }

  /// Whether a release has the staged manifest, and the same files byte for byte.
  ///
  /// Reads all files of both, so it is called only when a release of that name exists.
  private func holds(_ release: String, sameAs staged: String) throws -> Bool {
    guard try FileSystem.entry(at: release) == .folder else { return false }
    let manager = FileManager.default
    let name = "/" + BundleManifest.fileName
    guard let manifest = manager.contents(atPath: release + name), manifest == manager.contents(atPath: staged + name)
    else { return false }
    let sizes = try Self.sizes(below: staged)
    guard try Self.sizes(below: release) == sizes else { return false }
    return sizes.keys.allSatisfy { FileSystem.haveSameContents(release + "/" + $0, staged + "/" + $0) }
  }

  /// The size of every file below a folder, by its path there.
  private static func sizes(below folder: String, _ prefix: String = "") throws -> [String: Int] {
    var sizes: [String: Int] = [:]
    for name in try FileSystem.names(folder) {
      let path = folder + "/" + name
      if try FileSystem.entry(at: path) == .folder {
        sizes.merge(try Self.sizes(below: path, prefix + name + "/")) { a, _ in a }
      } else {
        var status = stat()
        sizes[prefix + name] = lstat(path, &status) == 0 ? Int(status.st_size) : -1
      }
    }
    return sizes
  }

  private func isOwnRelease(_ name: String) -> Bool {
    Self.isDigest(name) && (try? Self.digest(of: releases + "/" + name)) == name
  }

  /// The digest that a bundle's manifest states for itself.
  private static func digest(of bundle: String) throws -> String {
    let digest = try BundleManifest(bundle: URL(fileURLWithPath: bundle, isDirectory: true)).digest ?? ""
    guard isDigest(digest) else { throw PublishingError.cannotCreate("\(bundle) has no digest") }
    return digest
  }

  /// Whether a text is a SHA-256 in hexadecimal.
  static func isDigest(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// The time at which a release was published, in seconds and nanoseconds.
  private func time(_ path: String) -> (Int, Int) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return (0, 0) }
    #if canImport(Darwin)
      return (Int(status.st_mtimespec.tv_sec), Int(status.st_mtimespec.tv_nsec))
    #else
      return (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
    #endif
  }
}
