import MapMath

/// Reads a tile set out of any container: `PMTilesReader`, `MBTilesReader` or `DirectoryReader`.
///
/// `TileArchives.open(path:)` finds the right one. Any thread may ask. All methods throw `ArchiveError`.
package protocol TileArchiveReader: AnyObject, Sendable {
  /// The file or folder.
  var path: String { get }

  /// What the tiles lie in.
  var container: ArchiveContainer { get }

  /// What the tiles are, as the archive says; by the bytes of its first tile where it does not say.
  var content: TileContent { get }

  /// How tiles are stored: as the header of PMTiles says, elsewhere as the first tile is.
  var tileCompression: StoredCompression { get }

  /// The lowest and highest zoom with tiles; nil when there are none.
  func zooms() throws -> ClosedRange<Int>?

  /// What the archive tells about itself: a JSON object in UTF-8, `{}` when it tells nothing.
  ///
  /// PMTiles's metadata and a folder's `metadata.json` as they are; the metadata rows of MBTiles as members, every value
  /// a text, which is the form of `metadata.json` too. There `vector_layers` stands in the text of the member `json`.
  func metadataJSON() throws -> [UInt8]

  /// The stored bytes of a tile, or nil when there is none.
  func tile(_ tile: TileID) throws -> [UInt8]?

  /// The bytes of stored bytes without their compression; `limit` bytes at the most.
  func plain(_ stored: [UInt8], limit: Int) throws -> [UInt8]

  /// Calls a closure with every tile and its stored bytes, zooms ascending, each zoom in the container's own order.
  ///
  /// Memory is bounded by one tile and what the container needs to find it.
  func forEachTile(_ body: (TileID, [UInt8]) throws -> Void) throws

  /// Calls a closure with every run of tiles and its size, zooms ascending, without reading tiles.
  func forEachRun(_ body: (StoredRun) throws -> Void) throws
}

extension TileArchiveReader {
  /// The bytes of a tile without its compression, or nil when there is none; `limit` bytes at the most.
  package func plainTile(_ tile: TileID, limit: Int = TileArchives.mostTileBytes) throws -> [UInt8]? {
    try self.tile(tile).map { try plain($0, limit: limit) }
  }

  /// The bytes of stored bytes without their compression; 64 MiB at the most.
  package func plain(_ stored: [UInt8]) throws -> [UInt8] { try plain(stored, limit: TileArchives.mostTileBytes) }

  /// Gzip is told by its first two bytes, with which no vector tile, GeoJSON text or picture begins.
  package func plain(_ stored: [UInt8], limit: Int) throws -> [UInt8] {
    guard StoredCompression(sniffing: stored) == .gzip else { return stored }
    return try ArchiveError.naming(path) { try Gunzip.decompress(stored, limit: limit) }
  }
}

/// Tiles of one zoom with consecutive Hilbert ids that share stored bytes. Only PMTiles has runs of several.
package struct StoredRun: Sendable, Hashable {
  /// The first tile.
  package var first: TileID
  /// How many tiles, above 0.
  package var count: UInt64
  /// The stored bytes of each.
  package var bytes: Int
  /// Where the bytes lie in the tile data; runs with an equal place share them. Nil where the container does not tell.
  package var location: UInt64?

  /// Makes a run.
  package init(first: TileID, count: UInt64, bytes: Int, location: UInt64? = nil) {
    (self.first, self.count, self.bytes, self.location) = (first, count, bytes, location)
  }
}

/// What tiles lie in.
package enum ArchiveContainer: String, Sendable, Hashable, Codable {
  /// A PMTiles archive.
  case pmtiles
  /// An MBTiles file.
  case mbtiles
  /// A folder of files {z}/{x}/{y}.
  case directory
}

/// How stored tiles are compressed, in archives of anybody.
package enum StoredCompression: Sendable, Hashable, CustomStringConvertible {
  /// As they are.
  case none
  /// Gzip (RFC 1952).
  case gzip
  /// A method that is not read here; the value is PMTiles's: 0 unknown, 3 brotli, 4 zstd.
  case other(UInt8)

  /// The method of a PMTiles header. Source: the PMTiles specification, version 3, section 3.3.
  package init(pmtiles value: UInt8) {
    switch TileCompression(rawValue: value) {
    case .some(.none): self = .none
    case .gzip: self = .gzip
    case nil: self = .other(value)
    }
  }

  /// Gzip when bytes begin as RFC 1952 says, otherwise none.
  package init(sniffing bytes: [UInt8]) {
    self = bytes.starts(with: [0x1F, 0x8B]) ? .gzip : .none
  }

  /// "none", "gzip", "brotli", "zstd", "unknown" or "method 17".
  package var description: String {
    switch self {
    case .none: "none"
    case .gzip: "gzip"
    case .other(0): "unknown"
    case .other(3): "brotli"
    case .other(4): "zstd"
    case .other(let value): "method \(value)"
    }
  }
}
