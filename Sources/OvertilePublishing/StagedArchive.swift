import Foundation
import OvertileBundleFormat
import OvertileCore
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
  private let cleanup: CleanupRegistry
  private let staging: StagingFolder

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
    let staging = try StagingFolder(beside: target, cleanup: cleanup)
    (self.target, self.container, self.replaces, self.cleanup) = (target, container, replaces, cleanup)
    path = staging.path + "/" + BundleFileName.allZooms + container.ending
    self.staging = staging
  }

  /// Removes everything that was written, so that it can be written again.
  package func clear() throws { try staging.clear() }

  /// Flushes everything to the disk, and moves the archive to its target.
  ///
  /// - Throws: `PublishingError`; the target is as it was then.
  package func publish() throws {
    try FileSystem.synchronizeTree(staging.path, mode: .standard)
    try cleanup.publish {
      // Something that appeared meanwhile stays.
      try Self.rejectForeign(target, container, replaces: replaces)
      // A folder that is there keeps its permissions.
      if container.isFolder, try FileSystem.kind(at: target.path) != nil {
        try FileMode.copy(from: target.path, to: path)
        try FileSystem.synchronize(path)
      }
      try FileSystem.put(path, at: target.path, aside: staging.path + "/replaced")
    }
  }

  /// Throws if something is at a target that must not be replaced: only tiles ever are, and only on request.
  package static func rejectForeign(_ target: URL, _ container: TileContainer, replaces: Bool) throws {
    let path = target.path
    try OutputLocation(path).rejectReserved()
    try rejectUsed(path, container.traits.file?.companions ?? [])
    guard let kind = try FileSystem.kind(at: path) else { return }
    if container.isFolder, kind == .folder, try FileSystem.names(path).isEmpty { return }
    try rejectOther(path, kind, container)
    guard replaces else {
      throw PublishingError.cannotCreate(
        "\(path) already exists. Use --overwrite to replace it, or choose a different output path")
    }
  }

  /// Throws if files that SQLite keeps beside an open database are beside a path: SQLite would apply them to a new database
  /// there, and so destroy it.
  private static func rejectUsed(_ path: String, _ companions: [String]) throws {
    for suffix in companions where try FileSystem.kind(at: path + suffix) != nil {
      throw PublishingError.cannotCreate(
        "\(path + suffix) exists because a program has \(path) open, or crashed while using it. SQLite would apply "
          + "this file to a new archive, so overtile changed nothing. Close that program, open the archive once with SQLite, or "
          + "remove the file if there is no archive, or choose a different output path"
      )
    }
  }

  /// Throws if a path is not that of tiles in a container.
  private static func rejectOther(_ path: String, _ kind: FileKind, _ container: TileContainer) throws {
    if let traits = container.traits.file { return try rejectOther(path, traits) }
    guard kind == .folder else {
      throw PublishingError.cannotCreate(
        "\(path) is \(kind.words), not a folder of tiles, so overtile left it unchanged. Choose a different output "
          + "path")
    }
    guard let name = try FolderTree.firstEntry(in: path, failing: { TilePath.isTilePath($0[...], $1) }) else { return }
    throw PublishingError.cannotCreate(
      "\(path) contains \(name), which is not a tile, so overtile left it unchanged. Choose a different output path")
  }

  /// Throws if the file at a path is not an archive of a container.
  private static func rejectOther(_ path: String, _ traits: TileContainer.FileTraits) throws {
    try OwnFile.rejectForeign(path, .anyFile)
    do {
      try traits.check(path)
    } catch let error as ArchiveError where error.code == .malformed {
      throw PublishingError.cannotCreate(
        "\(path) is not \(traits.words) (\(error.reason)), so overtile left it unchanged. Move it out of the way, or choose a "
          + "different output path")
    }
  }
}
