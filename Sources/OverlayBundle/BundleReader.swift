import Foundation
import MapMath
import OvertileTileArchive
import OvertileVectorTile

/// A bundle of overlays, open for reading: an app requests tiles and the members of clusters from it.
///
/// Reads every container and layout that the pipeline writes, from a folder or through a caller's
/// `RangeReader`, and single PMTiles and MBTiles archives of vector tiles by others. Opening reads the manifest; files of the
/// file system are opened with it, others when they are first needed. Any task may call it at any time; all share one cache
/// of bounded size, and tasks that request the same tile at the same time share one read. A cancelled task stops waiting;
/// the read goes on while others wait for it.
///
/// Whatever the files contain, methods return a value or throw, within the memory that `BundleLimits` allows. They
/// throw `BundleError` if the files are damaged or not a bundle, `ArchiveError` for a local file that cannot be read,
/// `CancellationError`, and the errors of a caller's reader.
public final class BundleReader: Sendable {
  /// The manifest of the bundle. For a single archive it is made from the archive's header and metadata: its layers are
  /// of kind `other`, and digests and counts are empty.
  public let manifest: BundleManifest
  /// The limits that the bundle was opened with.
  public let limits: BundleLimits
  /// Per zoom, 0...31: the containers of its tiles, in the order of the layers if each holds one layer.
  private let sources: [[any TileSource]]
  private let members: [String: @Sendable () async throws -> CacheValue]
  private let cache: BundleCache
  private let reopen: @Sendable () async throws -> BundleReader

  /// Opens the bundle in a folder.
  public convenience init(folder: URL, limits: BundleLimits = BundleLimits()) async throws {
    try await self.init(reader: FolderRangeReader(folder), name: folder.path, limits: limits)
  }

  /// Opens a bundle through a reader. `name` names the bundle in errors.
  public convenience init(
    reader: any RangeReader, name: String = "the bundle", limits: BundleLimits = BundleLimits()
  ) async throws {
    let cache = BundleCache(limit: limits.cacheBytes)
    self.init(
      try await BundleOpening(reader: reader, name: name, cache: cache, limits: limits).bundle(), cache: cache,
      limits: limits
    ) {
      try await BundleReader(reader: reader.reopened(), name: name, limits: limits)
    }
  }

  /// Opens a single archive, .pmtiles or .mbtiles, that has no manifest.
  public convenience init(archive file: URL, limits: BundleLimits = BundleLimits()) async throws {
    let folder = file.deletingLastPathComponent().path
    try await self.init(
      archive: file.lastPathComponent, reader: FileRangeReader(file), name: folder, limits: limits)
  }

  /// Opens a single archive, .pmtiles or .mbtiles, at a reader's path. `name` names the reader in errors.
  public convenience init(
    archive path: String, reader: any RangeReader, name: String = "", limits: BundleLimits = BundleLimits()
  ) async throws {
    let cache = BundleCache(limit: limits.cacheBytes)
    self.init(
      try await BundleOpening(reader: reader, name: name, cache: cache, limits: limits).archive(path), cache: cache,
      limits: limits
    ) {
      try await BundleReader(archive: path, reader: reader.reopened(), name: name, limits: limits)
    }
  }

  private init(
    _ opened: BundleOpening.Opened, cache: BundleCache, limits: BundleLimits,
    reopen: @escaping @Sendable () async throws -> BundleReader
  ) {
    (manifest, sources, members) = (opened.manifest, opened.sources, opened.members)
    (self.cache, self.limits, self.reopen) = (cache, limits, reopen)
  }

  /// Opens the current bundle, after `BundleError.replaced` or to look for a new one. The new reader has an empty
  /// cache.
  public func refresh() async throws -> BundleReader { try await reopen() }

  /// The attribution to show with the overlays, as in the bundle. May be treated as HTML.
  public var attribution: String? { manifest.attribution }

  /// The counts and the content of the cache.
  public var cacheStatistics: CacheStatistics { cache.statistics }

  /// Empties the cache, for example when the system is short of memory.
  public func removeCachedValues() { cache.removeAll() }

  /// A decoded tile; nil if the bundle does not have it. The cache keeps it.
  public func tile(_ tile: TileID) async throws -> DecodedTile? { try await tiles([tile])[0] }

  /// Some tiles, decoded, in their order; nil where the bundle has none. Kept in the cache.
  ///
  /// Those that are near each other in a file share a read.
  ///
  /// - Throws: as `tile(_:)`, the first error of a tile.
  func tiles(_ tiles: [TileID]) async throws -> [DecodedTile?] {
    let (present, stored) = (tiles.filter { !sources(of: $0).isEmpty }, stored)
    guard !present.isEmpty else { return tiles.map { _ in nil } }
    let values = try await cache.values(present.map { .tile($0) }) { missing in
      await stored.decoded(missing.compactMap(\.tile)).map { $0.map { .tile($0) } }
    }
    guard present.count < tiles.count else { return values.map(\.decodedTile) }
    var rest = values.makeIterator()
    return tiles.map { sources(of: $0).isEmpty ? nil : rest.next()?.decodedTile }
  }

  /// The bytes of a vector tile without compression; nil if there is no tile. The cache does not keep them.
  public func tileBytes(_ tile: TileID) async throws -> [UInt8]? {
    try Task.checkCancellation()
    return try await stored.plain([tile])[0].get()
  }

  /// The members of a layer's clusters; nil if the bundle has none for that layer.
  public func members(of layer: String) async throws -> LayerMembers? {
    try manifest.check(layers: [layer])
    guard case .opened(let found as LayerMembers)? = try await members[layer]?() else { return nil }
    return found
  }

  private var stored: StoredTiles {
    StoredTiles(sources: sources, storage: manifest.tiles, limits: limits)
  }

  private func sources(of tile: TileID) -> [any TileSource] { stored.sources(of: tile) }
}
