import Foundation
import MapMath
import OvertileTileArchive
import OvertileVectorTile

/// An open bundle of overlays, from which an app requests tiles and the members of clusters.
///
/// A reader supports every container and layout that the pipeline writes, from a folder or through a caller's
/// `RangeReader`. It also supports single PMTiles and MBTiles archives of vector tiles from other programs. Opening a
/// bundle reads its manifest and opens local files. Other files are opened when they are first needed. Any task may use
/// the reader at any time. All tasks share one cache of bounded size, and tasks that request the same tile at the same
/// time share one read. A canceled task stops waiting; the read continues as long as other tasks wait for it.
///
/// Whatever the files contain, methods return a value or throw an error, and they use no more memory than
/// `BundleLimits` allows. They throw `BundleError` if the files are damaged or not a bundle, `ArchiveError` if a local
/// file cannot be read, `CancellationError`, and the errors of a caller's reader.
public final class BundleReader: Sendable {
  /// The manifest of the bundle. For a single archive, it is derived from the archive's header and metadata; its layers
  /// have the kind `other`, and digests and counts are empty.
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

  /// Opens a bundle through a reader. `name` is the bundle's name in errors.
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

  /// Opens a single .pmtiles or .mbtiles archive, which has no manifest.
  public convenience init(archive file: URL, limits: BundleLimits = BundleLimits()) async throws {
    let folder = file.deletingLastPathComponent().path
    try await self.init(
      archive: file.lastPathComponent, reader: FileRangeReader(file), name: folder, limits: limits)
  }

  /// Opens a single .pmtiles or .mbtiles archive at a path of a reader. `name` is the reader's name in errors.
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

  /// Returns a reader of the current bundle. Use it after `BundleError.replaced`, or to check for a new bundle. The new
  /// reader has an empty cache.
  public func refresh() async throws -> BundleReader { try await reopen() }

  /// The bundle's attribution, to be shown with the overlays. It may be treated as HTML.
  public var attribution: String? { manifest.attribution }

  /// The current statistics of the cache.
  public var cacheStatistics: CacheStatistics { cache.statistics }

  /// Empties the cache, for example when the system is short of memory.
  public func removeCachedValues() { cache.removeAll() }

  /// Returns a decoded tile, or nil if the bundle does not contain it. The cache keeps the tile.
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

  /// Returns the uncompressed bytes of a vector tile, or nil if there is no tile. The cache does not keep them.
  public func tileBytes(_ tile: TileID) async throws -> [UInt8]? {
    try Task.checkCancellation()
    return try await stored.plain([tile])[0].get()
  }

  /// Returns the members of a layer's clusters, or nil if the bundle has none for that layer.
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
