import Foundation
import OverlayBundle

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A bundle being written: a folder beside the target on the same file system, swapped in as a whole at the end.
///
/// Readers see the old bundle or the new one. A run that fails leaves the old one and takes away what it staged; what a
/// run leaves that is killed, the next run of the same target removes, which holds the lock then.
package struct StagedBundle: ~Copyable {
  /// The folder to write into.
  package let folder: URL
  private let target: URL
  private let publication: Publication
  private let traces: RunTraces
  private let lock: BundleLock

  /// Takes the lock of a target and makes an empty staging folder.
  ///
  /// With the name of a piece of work, letters and digits, the folder is the work's own, and what a killed run of the
  /// same work left in it stays for the caller to judge; `takingUp` does so for runs that have no name. What other runs
  /// left is removed in any case.
  ///
  /// - Parameter traces: learns what is made, for another thread that may have to take it away.
  /// - Throws: `PublishingError.cannotCreate` when the target is not a bundle, or, for releases, not a folder of them, or
  ///   its parent cannot be written; `locked` when another run holds it.
  package init(
    target: URL, publication: Publication = .replace, resuming work: String? = nil, takingUp: Bool = false,
    traces: RunTraces = RunTraces()
  ) throws {
    let target = target.standardizedFileURL.resolvingSymlinksInPath()
    let parent = target.deletingLastPathComponent().path
    let keepsStaging = work != nil || takingUp
    let folder = parent + "/" + Self.stagingName(target) + (work.map { "-\($0)" } ?? "")
    try Self.refuseForeign(target, publication)
    try FileSystem.makeFolders(parent)
    var taken: BundleLock?
    try traces.prepare { nameFolder, nameFile in
      let path = "\(parent)/.\(target.lastPathComponent).overtile-lock"
      let lock = try BundleLock(path: path)
      nameFile(path)
      nameFolder(folder)
      try Self.settle(target, publication)
      for path in Self.leftovers(of: target) where !keepsStaging || path != folder { try Self.remove(bundle: path) }
      if try FileSystem.entry(at: folder) == .nothing { try FileSystem.makeFolder(folder) }
      taken = consume lock
    }
    guard let lock = taken.take() else { throw PublishingError.stopped }
    self.lock = lock
    self.target = target
    self.publication = publication
    self.traces = traces
    self.folder = URL(fileURLWithPath: folder, isDirectory: true)
  }

  deinit {
    // By now it may hold the bundle that was replaced.
    try? Self.remove(bundle: folder.path)
  }

  /// Removes what the bundle does not consist of: temporary files that could not be removed before, a list of progress.
  package func keep(only names: Set<String>) throws {
    for name in try FileSystem.names(folder.path) where !names.contains(name) {
      try FileSystem.remove(folder.path + "/" + name)
    }
  }

  /// Flushes everything to the disk and puts the staged bundle in the target's place.
  ///
  /// Where the file system cannot exchange two folders in one step (most can), the old bundle is moved aside first, and
  /// for a moment there is none; a run that is killed then is mended by the next one. With releases there is no such
  /// moment anywhere.
  package func publish() throws {
    try FileSystem.synchronizeTree(folder.path)
    let releases = ReleaseFolder(root: target.path)
    try traces.publish {
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
    let parent = target.deletingLastPathComponent().path
    if try FileSystem.entry(at: target.path) == .nothing {
      try FileSystem.move(folder.path, to: target.path)
    } else if try !FileSystem.exchange(folder.path, target.path) {
      let aside = Self.asidePath(target)
      try FileSystem.move(target.path, to: aside)
      do {
        try FileSystem.move(folder.path, to: target.path)
      } catch {
        try FileSystem.move(aside, to: target.path)
        throw error
      }
      try? Self.remove(bundle: aside)
    }
    try FileSystem.synchronize(parent)
  }

  /// Removes a bundle that may still be read: its manifest first, so that a folder with a manifest is a whole bundle.
  static func remove(bundle path: String) throws {
    if try FileSystem.entry(at: path) == .folder { try FileSystem.remove(path + "/" + BundleManifest.fileName) }
    try FileSystem.remove(path)
  }

  // MARK: What dead runs leave

  private static func asidePath(_ target: URL) -> String {
    "\(target.deletingLastPathComponent().path)/\(stagingName(target))-replaced"
  }

  private static func stagingName(_ target: URL) -> String { ".\(target.lastPathComponent).overtile-staging" }

  /// The name under which a staging folder is removed; `leftovers` knows it.
  static func doomedName(of folder: String) -> String {
    let end = folder.range(of: ".overtile-staging", options: .backwards)?.upperBound ?? folder.endIndex
    return folder[..<end] + "-stopped"
  }

  /// The paths of staging folders that dead runs left beside a target, or that a living run is filling.
  package static func leftovers(of target: URL) -> [String] {
    let target = target.standardizedFileURL.resolvingSymlinksInPath()
    let plain = stagingName(target)
    let parent = target.deletingLastPathComponent().path
    let own = ((try? FileSystem.names(parent)) ?? []).filter { name in
      let work = name.dropFirst(plain.count + 1)
      return name == plain || name.hasPrefix(plain + "-") && work.allSatisfy { $0.isLetter || $0.isNumber }
    }
    return own.map { parent + "/" + $0 }
  }

  /// Ends what a dead run left half done: an old bundle that was moved aside goes back to its place, or away.
  private static func settle(_ target: URL, _ publication: Publication) throws {
    let aside = asidePath(target)
    if try FileSystem.entry(at: aside) != .nothing {
      if try FileSystem.entry(at: target.path) == .nothing {
        try FileSystem.move(aside, to: target.path)
      } else {
        try remove(bundle: aside)
      }
    }
    if case .versioned = publication { try ReleaseFolder(root: target.path).settle() }
  }

  /// Throws where a run would that is to publish there, as far as that shows beforehand. Makes nothing, and does not ask
  /// for the lock.
  package static func probe(_ target: URL, _ publication: Publication) throws {
    let target = target.standardizedFileURL.resolvingSymlinksInPath()
    try refuseForeign(target, publication)
    try FileSystem.refuseUnwritable(target.deletingLastPathComponent().path)
    if case .versioned = publication { try FileSystem.refuseUnwritable(target.path + "/releases") }
  }

  // MARK: What is not ours

  /// Throws when the target exists and is neither a bundle nor an empty folder, or, for releases, not a folder of them.
  package static func refuseForeign(_ target: URL, _ publication: Publication = .replace) throws {
    if case .versioned = publication { return try ReleaseFolder(root: target.path).refuseForeign() }
    guard try FileSystem.entry(at: target.path) != .nothing else { return }
    guard try FileSystem.entry(at: target.path) != .file else {
      throw PublishingError.cannotCreate("\(target.path) is a file, not a bundle: it is left alone")
    }
    try refuseReleases(target)
    if let names = try? FileSystem.names(target.path), names.isEmpty { return }
    do {
      _ = try BundleManifest(bundle: target)
    } catch BundleError.unknownVersion {
      return
    } catch {
      throw PublishingError.cannotCreate("\(error): it is left alone. Give another output path, or remove it yourself")
    }
  }

  private static func refuseReleases(_ target: URL) throws {
    let parent = target.deletingLastPathComponent()
    if ReleaseFolder.isDigest(target.lastPathComponent), parent.lastPathComponent == "releases" {
      throw PublishingError.cannotCreate(
        "\(target.path) is a release, which never changes: it is left alone. Publish to "
          + "\(parent.deletingLastPathComponent().path) with `publish: versioned`")
    }
    if ReleaseFolder.stands(at: target.path) {
      throw PublishingError.cannotCreate(
        "\(target.path) is a folder of releases: it is left alone. Say `publish: versioned`, or give another output path"
      )
    }
  }
}
