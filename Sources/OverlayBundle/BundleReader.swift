import Foundation
import MapMath
import OvertileTileArchive
import OvertileVectorTile

/// An open bundle of overlays, from which an app requests tiles and the members of clusters.
///
/// A reader supports every container and layout that the pipeline writes, either in a folder or through any
/// `RangeReader`. It also supports single PMTiles and MBTiles archives of vector tiles from other programs. Opening a
/// bundle reads its manifest and opens local files. Other files are opened when they are first needed.
///
/// You can use a reader from any task at any time. All tasks share one cache of limited size, and tasks that request
/// the same tile at the same time share one read. A canceled task stops waiting, but the read continues as long as
/// other tasks wait for it.
///
/// Whatever the files contain, each method returns a value or throws an error, and uses no more memory than
/// `BundleLimits` allows. The methods throw `BundleError` if the path does not contain a bundle or if the bundle's
/// files are damaged, `ArchiveError` if a local file cannot be read, `CancellationError` if the task is canceled, and
/// any error that the `RangeReader` throws.
public final class BundleReader: Sendable {
  /// The manifest of the bundle. For a single archive, the manifest is derived from the archive's header and metadata.
  /// In such a manifest, all layers have the kind `other`, all digests are empty, and all counts are 0.
  public let manifest: BundleManifest
  /// The values that the bundle keeps in memory.
  let cache: BundleCache
  private let stored: StoredTiles
  private let members: [String: @Sendable () async throws -> LayerMembers]
  private let reopen: @Sendable () async throws -> BundleReader

  /// Opens the bundle in the given folder.
  public convenience init(folder: URL, limits: BundleLimits = BundleLimits()) async throws {
    try await self.init(reader: FolderRangeReader(folder), name: folder.path, limits: limits)
  }

  /// Opens a bundle whose files are read by the given range reader.
  ///
  /// - Parameters:
  ///   - reader: The range reader that reads the bundle's files.
  ///   - name: The name of the bundle, for use in error messages.
  ///   - limits: The limits on the memory that the bundle may use.
  public convenience init(
    reader: any RangeReader, name: String = "the bundle", limits: BundleLimits = BundleLimits()
  ) async throws {
    try await self.init(archive: nil, reader, name, limits)
  }

  /// Opens the `.pmtiles` or `.mbtiles` archive at the given URL. The archive does not need a manifest.
  public convenience init(archive file: URL, limits: BundleLimits = BundleLimits()) async throws {
    let folder = file.deletingLastPathComponent()
    try await self.init(archive: file.lastPathComponent, FolderRangeReader(folder), folder.path, limits)
  }

  /// Opens a single `.pmtiles` or `.mbtiles` archive that is read by the given range reader.
  ///
  /// - Parameters:
  ///   - path: The path of the archive, in the form that the range reader expects.
  ///   - reader: The range reader that reads the archive.
  ///   - name: The name of the archive's location, such as a folder, for use in error messages.
  ///   - limits: The limits on the memory that the archive may use.
  public convenience init(
    archive path: String, reader: any RangeReader, name: String = "", limits: BundleLimits = BundleLimits()
  ) async throws {
    try await self.init(archive: path, reader, name, limits)
  }

  /// Opens a bundle, or, if it is named, a single archive.
  private init(archive: String?, _ reader: any RangeReader, _ name: String, _ limits: BundleLimits) async throws {
    let cache = BundleCache(limit: limits.cacheBytes)
    let opening = BundleOpening(reader: reader, name: name, cache: cache, limits: limits)
    let opened: BundleOpening.Opened
    if let archive { opened = try await opening.archive(archive) } else { opened = try await opening.bundle() }
    (self.cache, manifest, members) = (cache, opened.manifest, opened.members)
    stored = StoredTiles(sources: opened.sources, limits: limits)
    reopen = { try await BundleReader(archive: archive, reader.reopened(), name, limits) }
  }

  /// Opens the bundle that is now at the same location, and returns a new reader with an empty cache. Call this method
  /// when `BundleError.replaced` is thrown, or to check for a new bundle.
  public func refresh() async throws -> BundleReader { try await reopen() }

  /// The attribution to show with the overlays, or `nil` if the bundle has no attribution. The text can contain HTML.
  public var attribution: String? { manifest.attribution }

  /// Removes all values from the cache. Call this method, for example, when the system is low on memory.
  public func removeCachedValues() { cache.removeAll() }

  /// Returns the given tile in decoded form, or `nil` if the bundle does not contain the tile. The decoded tile is kept
  /// in the cache.
  public func tile(_ tile: TileID) async throws -> DecodedTile? { try await tiles([tile])[0] }

  /// Some tiles, decoded, in their order; nil where the bundle has none. Kept in the cache.
  ///
  /// Those that are near each other in a file share a read.
  ///
  /// - Throws: as `tile(_:)`, the first error of a tile.
  func tiles(_ tiles: [TileID]) async throws -> [DecodedTile?] {
    let values = try await cache.values(tiles.map { .tile($0) }) { [stored] missing in
      await stored.decoded(missing.map { tiles[$0] }).map { $0.map { .tile($0) } }
    }
    return try values.map { try $0.get().decodedTile }
  }

  /// Returns the uncompressed bytes of the given vector tile, or `nil` if the bundle does not contain the tile. The
  /// bytes are not kept in the cache.
  public func tileBytes(_ tile: TileID) async throws -> [UInt8]? {
    try Task.checkCancellation()
    return try await stored.plain([tile])[0].get()
  }

  /// Returns the members of the clusters in the given layer, or `nil` if the bundle does not contain members for that
  /// layer.
  public func members(of layer: String) async throws -> LayerMembers? {
    try manifest.check(layers: [layer])
    return try await members[layer]?()
  }
}
