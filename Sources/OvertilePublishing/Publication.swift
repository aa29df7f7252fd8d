import Foundation
import OvertileBundleFormat
import OvertileCore
import OvertileTileArchive

/// What is published at a target, and how.
package enum Publication: Sendable, Hashable {
  /// A bundle, which replaces the one before.
  case replace
  /// A bundle beside earlier ones: the target contains releases by digest, and a link `current` to the one in use. `keep`
  /// releases are kept, at least 1.
  case versioned(keep: Int)
  /// An archive or a folder of tiles, which replaces another one only if that is asked for.
  case tiles(TileContainer, replaces: Bool)

  /// Throws if something is at a target that must not be replaced, or the target lies inside a bundle.
  ///
  /// - Throws: `PublishingError.cannotCreate`.
  package func rejectForeign(_ target: URL) throws {
    let kind = try FileSystem.kind(at: target.path)
    try OutputLocation(target.path).rejectReserved()
    switch self {
    case .replace: if let kind { try Self.rejectOther(bundle: target, kind) }
    case .versioned: try ReleaseFolder(root: target.path).rejectForeign()
    case .tiles(let container, let replaces):
      try Self.rejectUsed(target.path, container.companions)
      guard let kind else { return }
      if container.isFolder, kind == .folder, try FileSystem.names(target.path).isEmpty { return }
      try Self.rejectOther(tiles: target.path, kind, container)
      guard replaces else {
        throw PublishingError.cannotCreate(
          "\(target.path) already exists. Use --overwrite to replace it, or choose a different output path")
      }
    }
  }

  /// Throws if a target is neither a bundle nor an empty folder, or holds entries that its manifest does not list.
  private static func rejectOther(bundle target: URL, _ kind: FileKind) throws {
    guard kind == .folder else {
      throw PublishingError.foreign("\(target.path) is \(kind.words), not a bundle")
    }
    if let names = try? FileSystem.names(target.path), names.isEmpty { return }
    do { try BundleManifest.identify(bundle: target) } catch {
      throw PublishingError.cannotCreate(
        "\(error). It was left unchanged. Choose a different output path, or remove it yourself")
    }
    try OwnFolder.rejectForeign(bundle: target.path)
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
  private static func rejectOther(tiles path: String, _ kind: FileKind, _ container: TileContainer) throws {
    guard container.isFolder else {
      try OwnFile.rejectForeign(path, .anyFile)
      do { return try container.check(path) } catch let error as ArchiveError where error.code == .malformed {
        throw PublishingError.foreign("\(path) is not \(container.words) (\(error.reason))")
      }
    }
    guard kind == .folder else {
      throw PublishingError.foreign("\(path) is \(kind.words), not a folder of tiles")
    }
    guard let name = try FolderTree.firstEntry(in: path, failing: { TilePath.isTilePath($0[...], $1) }) else { return }
    throw PublishingError.foreign("\(path) contains \(name), which is not a tile")
  }
}
