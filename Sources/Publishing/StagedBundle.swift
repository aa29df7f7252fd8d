import Foundation
import OverlayBundle

/// A bundle being written: a folder beside the target on the same file system, swapped in as a whole at the end.
///
/// Readers see the old bundle or the new one. A run that fails or is killed leaves the old one; what it staged is removed
/// at once, or by the next run of the same target, which holds the lock then.
package struct StagedBundle: ~Copyable {
  /// The folder to write into.
  package let folder: URL
  private let target: URL
  private let lock: BundleLock

  /// Takes the lock of a target and makes an empty staging folder.
  ///
  /// With the name of a piece of work, letters and digits, the folder is the work's own, and what a killed run of the
  /// same work left in it stays for the caller to judge. What other runs left is removed in any case.
  ///
  /// - Throws: `PublishingError.cannotCreate` when the target exists and is not a bundle, or its parent cannot be written;
  ///   `locked` when another run holds it.
  package init(target: URL, resuming work: String? = nil) throws {
    let target = target.standardizedFileURL.resolvingSymlinksInPath()
    let parent = target.deletingLastPathComponent()
    let name = target.lastPathComponent
    try Self.refuseForeign(target)
    do {
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    } catch {
      throw PublishingError.cannotCreate("cannot create the folder \(parent.path): \(FileSystem.lastError())")
    }
    let lock = try BundleLock(path: parent.appendingPathComponent(".\(name).overtile-lock").path)
    let plain = Self.stagingName(target)
    let folder = parent.appendingPathComponent(work.map { "\(plain)-\($0)" } ?? plain)
    try Self.settle(aside: parent.appendingPathComponent(plain + Self.asideSuffix).path, target: target)
    for path in Self.leftovers(of: target) where work == nil || path != folder.path {
      try? FileManager.default.removeItem(atPath: path)
    }
    if work == nil || !FileManager.default.fileExists(atPath: folder.path) { try Self.makeEmpty(folder) }
    self.lock = lock
    self.target = target
    self.folder = folder
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Flushes everything to the disk and puts the staged bundle in the target's place.
  ///
  /// Where the file system cannot exchange two folders in one step (most can), the old bundle is moved aside first, and
  /// for a moment there is none.
  package func publish() throws {
    try FileSystem.synchronizeTree(folder.path)
    let parent = target.deletingLastPathComponent().path
    if !FileManager.default.fileExists(atPath: target.path) {
      try FileSystem.move(folder.path, to: target.path)
    } else if !FileSystem.exchange(folder.path, target.path) {
      let aside = parent + "/" + Self.stagingName(target) + Self.asideSuffix
      try FileSystem.move(target.path, to: aside)
      do {
        try FileSystem.move(folder.path, to: target.path)
      } catch {
        try FileSystem.move(aside, to: target.path)
        throw error
      }
      try? FileManager.default.removeItem(atPath: aside)
    }
    try FileSystem.synchronize(parent)
  }

  private static let asideSuffix = "-replaced"

  private static func stagingName(_ target: URL) -> String { ".\(target.lastPathComponent).overtile-staging" }

  /// The paths of staging folders that dead runs left beside a target, or that a living run is filling.
  package static func leftovers(of target: URL) -> [String] {
    let target = target.standardizedFileURL.resolvingSymlinksInPath()
    let plain = stagingName(target)
    let parent = target.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    let own = names.sorted().filter { name in
      let work = name.dropFirst(plain.count + 1)
      return name == plain || name.hasPrefix(plain + "-") && work.allSatisfy { $0.isLetter || $0.isNumber }
    }
    return own.map { parent.appendingPathComponent($0).path }
  }

  /// Ends what a dead run left half done where folders cannot be exchanged: the old bundle goes back to its place, or away.
  private static func settle(aside: String, target: URL) throws {
    guard FileManager.default.fileExists(atPath: aside) else { return }
    if FileManager.default.fileExists(atPath: target.path) {
      try? FileManager.default.removeItem(atPath: aside)
    } else {
      try FileSystem.move(aside, to: target.path)
    }
  }

  /// Makes a folder, in place of what a dead run may have left there.
  private static func makeEmpty(_ folder: URL) throws {
    do {
      if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    } catch {
      throw PublishingError.cannotCreate("cannot create the folder \(folder.path): \(FileSystem.lastError())")
    }
  }

  /// Throws when the target exists and is neither a bundle nor an empty folder.
  package static func refuseForeign(_ target: URL) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: target.path, isDirectory: &isFolder) else { return }
    guard isFolder.boolValue else {
      throw PublishingError.cannotCreate("\(target.path) is a file, not a bundle: it is left alone")
    }
    if let names = try? FileManager.default.contentsOfDirectory(atPath: target.path), names.isEmpty { return }
    do {
      _ = try BundleManifest(bundle: target)
    } catch BundleError.unknownVersion {
      return
    } catch {
      throw PublishingError.cannotCreate("\(error): it is left alone. Give another output path, or remove it yourself")
    }
  }
}
