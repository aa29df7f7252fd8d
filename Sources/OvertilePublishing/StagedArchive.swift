import Foundation
import OvertileBundleFormat
import OvertileTileArchive

/// An archive or a folder of tiles that is written in a folder beside its target, and moved there as a whole at the end.
///
/// A run that fails leaves what was there. The next run with the same target removes the files of a killed one.
package final class StagedArchive {
  /// The path to write to.
  package let path: String
  private let target: URL
  private let container: TileContainer
  private let replaces: Bool
  private let folder: String
  private let cleanup: CleanupRegistry
  private let lock: BundleLock

  /// Takes the lock of a target and makes a folder beside it.
  ///
  /// - Parameters:
  ///   - replaces: whether tiles that are there already may be replaced; nothing else ever is.
  ///   - cleanup: registers the files that are made, for another thread that may have to remove them.
  /// - Throws: `PublishingError.cannotCreate` if something is there that must not be replaced, or the folder cannot be
  ///   written; `locked` if another run is writing there.
  package init(target: URL, _ container: TileContainer, replaces: Bool, cleanup: CleanupRegistry) throws {
    let target = try StagedBundle.resolved(target)
    try Self.rejectForeign(target, container, replaces: replaces)
    let companions = Companions(of: target)
    try FileSystem.makeFolders(companions.parent)
    var taken: BundleLock?
    var folder = companions.staging
    try cleanup.prepare { register in
      let lock = try BundleLock(companions)
      register(companions.lock)
      try companions.rejectForeign()
      // What cannot be removed stays, and another path is used.
      for path in companions.leftovers { try? OwnFolder.remove(path) }
      folder = companions.free
      try FileSystem.makeFolder(folder)
      register(folder)
      try StagingMark.put(in: folder)
      taken = consume lock
    }
    guard let lock = taken.take() else { throw PublishingError.stopped }
    self.lock = lock
    (self.target, self.container, self.replaces, self.cleanup) = (target, container, replaces, cleanup)
    self.folder = folder
    path = folder + "/" + BundleFileName.allZooms + container.ending
  }

  deinit { try? OwnFolder.removeMade(folder) }

  /// Removes everything that was written, so that it can be written again.
  package func clear() throws {
    for name in try FileSystem.names(folder) where name != StagingMark.fileName {
      try OwnFolder.removeMade(folder + "/" + name)
    }
  }

  /// Flushes everything to the disk, and moves the archive to its target.
  ///
  /// - Throws: `PublishingError`; the target is as it was then.
  package func publish() throws {
    try FileSystem.synchronizeTree(folder, mode: .standard)
    try cleanup.publish {
      // Something that appeared meanwhile stays.
      try Self.rejectForeign(target, container, replaces: replaces)
      if container.isFolder, try FileSystem.entry(at: target.path) != .nothing {
        try replaceFolder()
      } else {
        try FileSystem.move(path, to: target.path)
      }
      try FileSystem.synchronize(FileSystem.parent(of: target.path))
    }
  }

  /// Exchanges the folder there with the new one, in one step if the file system can. The new one has its permissions then.
  private func replaceFolder() throws {
    try FileMode.copy(from: target.path, to: path)
    try FileSystem.synchronize(path)
    guard try !FileSystem.exchange(path, target.path) else { return }
    let replaced = folder + "/replaced"
    try FileSystem.move(target.path, to: replaced)
    do {
      try FileSystem.move(path, to: target.path)
    } catch {
      try FileSystem.move(replaced, to: target.path)
      throw error
    }
  }

  /// Throws if something is at a target that must not be replaced: only tiles ever are, and only on request.
  package static func rejectForeign(_ target: URL, _ container: TileContainer, replaces: Bool) throws {
    let path = target.path
    let location = OutputLocation(path)
    if let name = location.reservedName {
      throw PublishingError.cannotCreate(
        "\(path): the name \(name) is reserved for locks and staging folders, which overtile removes. Choose a "
          + "different "
          + "output path"
      )
    }
    if let bundle = location.enclosingBundle {
      throw PublishingError.cannotCreate(
        "\(path) lies inside \(bundle), which is a bundle or a folder of releases. Choose a different output path")
    }
    try rejectUsed(path, container.traits.file?.companions ?? [])
    let entry = try FileSystem.entry(at: path)
    if entry == .nothing { return }
    if container.isFolder, entry == .folder, try FileSystem.names(path).isEmpty { return }
    try rejectOther(path, entry, container)
    guard replaces else {
      throw PublishingError.cannotCreate(
        "\(path) already exists. Use --overwrite to replace it, or choose a different output path")
    }
  }

  /// Throws if files that SQLite keeps beside an open database are beside a path: SQLite would apply them to a new database
  /// there, and so destroy it.
  private static func rejectUsed(_ path: String, _ companions: [String]) throws {
    for suffix in companions where try FileSystem.entry(at: path + suffix) != .nothing {
      let advice =
        try FileSystem.entry(at: path) == .nothing
        ? "Remove that file" : "Close that program and, if the file remains, open the archive once with SQLite"
      throw PublishingError.cannotCreate(
        "\(path + suffix) exists because a program has \(path) open, or crashed while using it. SQLite would apply "
          + "this file to a new archive, so overtile changed nothing. \(advice), or choose a different output path"
      )
    }
  }

  /// Throws if a path is not that of tiles in a container.
  private static func rejectOther(_ path: String, _ entry: FileSystem.Entry, _ container: TileContainer) throws {
    if let traits = container.traits.file { return try rejectOther(path, traits) }
    guard entry == .folder else {
      throw PublishingError.cannotCreate(
        "\(path) is \(entry.words), not a folder of tiles, so overtile left it unchanged. Choose a different output "
          + "path")
    }
    guard let name = try FolderTree.firstEntry(in: path, failing: { TilePath.isTilePath($0[...], $1) }) else { return }
    throw PublishingError.cannotCreate(
      "\(path) contains \(name), which is not a tile, so overtile left it unchanged. Choose a different output path")
  }

  /// Throws if the file at a path is not an archive of a container.
  private static func rejectOther(_ path: String, _ traits: TileContainer.FileTraits) throws {
    try OwnFile.rejectSpecial(path)
    do {
      try traits.check(path)
    } catch let error as ArchiveError where error.code == .malformed {
      throw PublishingError.cannotCreate(
        "\(path) is not \(traits.words) (\(error.reason)), so overtile left it unchanged. Move it out of the way, or choose a "
          + "different output path")
    }
  }
}
