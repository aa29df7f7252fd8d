import Foundation
import MapMath
import OvertileTileArchive
import OvertileVectorTile

/// A bundle of overlays, open for reading: an app requests tiles and the members of clusters from it.
///
/// Reads every container, layout and encoding that the pipeline writes, from a folder or through a caller's
/// `RangeReader`, and single PMTiles and MBTiles archives of vector tiles by others. Opening reads the manifest and the
/// headers of the files, concurrently, and no tile. Any task may call it at any time; all share one cache of bounded
/// size, and tasks that request the same tile at the same time share one read. A cancelled task stops waiting; the read
/// goes on while others wait for it.
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
  private let members: [String: LayerMembers]
  private let cache: BundleCache

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
      limits: limits)
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
      limits: limits)
  }

  private init(_ opened: BundleOpening.Opened, cache: BundleCache, limits: BundleLimits) {
    (manifest, sources, members) = (opened.manifest, opened.sources, opened.members)
    (self.cache, self.limits) = (cache, limits)
  }

  /// The attribution to show with the overlays, as in the bundle. May be treated as HTML.
  public var attribution: String? { manifest.attribution }

  /// The cache's counts so far, and its content.
  public var cacheStatistics: CacheStatistics { cache.statistics }

  /// Empties the cache, for example when the system is short of memory.
  public func removeCachedValues() { cache.removeAll() }

  /// A tile, decoded; nil if the bundle has none there. Kept in the cache.
  ///
  /// Tiles stored as GeoJSON are returned in the tile units of the manifest's extent; see `GeoJSONTileDecoder`.
  public func tile(_ tile: TileID) async throws -> DecodedTile? {
    let sources = sources(of: tile)
    guard !sources.isEmpty else { return nil }
    let value = try await cache.value(.tile(tile)) { [manifest, limits] in
      guard let plain = try await Self.plainTile(tile, sources, manifest.tiles, limits) else { return .tile(nil) }
      return .tile(try Self.decode(plain, tile, manifest.tiles, name: Self.name(of: sources)))
    }
    guard case .tile(let decoded) = value else { return nil }
    return decoded
  }

  /// The bytes of a tile without compression, a vector tile or GeoJSON as the manifest states; nil if there is none.
  /// Not kept.
  public func tileBytes(_ tile: TileID) async throws -> [UInt8]? {
    try await Self.plainTile(tile, sources(of: tile), manifest.tiles, limits)
  }

  /// The members of a layer's clusters; nil if the bundle has none for that layer.
  public func members(of layer: String) async throws -> LayerMembers? { members[layer] }

  private func sources(of tile: TileID) -> [any TileSource] {
    let side = UInt64(1) << UInt64(min(tile.z, 32))
    guard tile.z < sources.count, UInt64(tile.x) < side, UInt64(tile.y) < side else { return [] }
    return sources[Int(tile.z)]
  }

  /// The tile without compression; one that several containers hold layers of is read from all at the same time.
  private static func plainTile(
    _ tile: TileID, _ sources: [any TileSource], _ storage: BundleManifest.TileStorage, _ limits: BundleLimits
  ) async throws -> [UInt8]? {
    guard sources.count > 1 else { return try await sources.first?.plainTile(tile) }
    let parts = try await withThrowingTaskGroup(of: (Int, [UInt8]?).self) { group in
      for (index, source) in sources.enumerated() {
        group.addTask { (index, try await source.plainTile(tile)) }
      }
      return try await group.reduce(into: [[UInt8]?](repeating: nil, count: sources.count)) { $0[$1.0] = $1.1 }
    }
    return try BundleError.naming("\(name(of: sources)), tile \(tile),") {
      let content: TileContent = storage.tileEncoding == .geojson ? .geoJSON : .vectorTile
      return try JoinedTile.join(parts.compactMap { $0 }, content, limit: limits.tileBytes)
    }
  }

  private static func name(of sources: [any TileSource]) -> String { sources.map(\.name).joined(separator: " and ") }

  private static func decode(
    _ plain: [UInt8], _ tile: TileID, _ storage: BundleManifest.TileStorage, name: String
  ) throws -> DecodedTile {
    try BundleError.naming("\(name), tile \(tile),") {
      guard storage.tileEncoding == .geojson else { return try TileDecoder.decode(plain) }
      return try GeoJSONTileDecoder.decode(plain, tile: tile, extent: UInt32(clamping: storage.extent))
    }
  }
}
