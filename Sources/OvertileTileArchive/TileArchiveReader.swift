import MapMath

/// Reads a tileset from any container.
///
/// `TileArchives.open(path:)` finds the right reader. Any thread may call a reader. All methods throw `ArchiveError`.
package protocol TileArchiveReader: AnyObject, Sendable {
  /// The file or folder.
  var path: String { get }

  /// The container of the tiles.
  var container: TileContainer { get }

  /// The content of the tiles, as the archive states it. If it states none, the bytes of the first tile decide.
  var content: TileContent { get }

  /// The compression of the tiles: in PMTiles as the header states it, otherwise that of the first tile.
  var tileCompression: StoredCompression { get }

  /// The lowest and highest zoom with tiles; nil when there are none.
  func zooms() throws -> ClosedRange<Int>?

  /// The metadata of the archive: a JSON object in UTF-8, `{}` when there is none.
  ///
  /// The metadata of PMTiles and a folder's `metadata.json` are returned unchanged. The metadata rows of MBTiles become
  /// members, every value a text, as in `metadata.json`. In this form, the text of the member `json` contains
  /// `vector_layers`.
  func metadataJSON() throws -> [UInt8]

  /// The stored bytes of a tile, or nil when there is none.
  func tile(_ tile: TileID) throws -> [UInt8]?

  /// Undoes the compression of stored bytes. The result has at most `TileArchives.mostTileBytes`.
  func plain(_ stored: [UInt8]) throws -> [UInt8]

  /// Calls a closure with every tile and its stored bytes. Zooms ascend; each zoom is in the container's own order.
  ///
  /// Memory is bounded by one tile and the container's index.
  func forEachTile(_ body: (TileID, [UInt8]) throws -> Void) throws

  /// Calls a closure with every run of tiles and its size, by ascending zooms, without reading tiles.
  func forEachRun(_ body: (StoredRun) throws -> Void) throws
}

extension TileArchiveReader {
  /// The bytes of a tile without its compression, or nil when there is no tile.
  package func plainTile(_ tile: TileID) throws -> [UInt8]? { try self.tile(tile).map { try plain($0) } }

  /// Recognizes gzip by its first two bytes.
  package func plain(_ stored: [UInt8]) throws -> [UInt8] {
    try ArchiveError.naming(path) { try Gunzip.plain(stored) }
  }
}

/// Tiles of one zoom with consecutive Hilbert ids that share stored bytes. Only PMTiles has runs of several tiles.
package struct StoredRun: Sendable, Hashable {
  /// The Hilbert ids of the tiles, at least one.
  package var ids: Range<UInt64>
  /// The number of stored bytes, which the tiles share.
  package var bytes: Int

  /// Creates a run.
  package init(ids: Range<UInt64>, bytes: Int) { (self.ids, self.bytes) = (ids, bytes) }

  /// Creates a run of a single tile.
  package init(_ tile: TileID, bytes: Int) {
    let id = tile.hilbertID
    self.init(ids: id..<id + 1, bytes: bytes)
  }

  /// The number of tiles.
  package var count: UInt64 { UInt64(ids.count) }
}

/// The compression of stored tiles, in archives from any writer.
package enum StoredCompression: Sendable, Hashable, CustomStringConvertible {
  /// Uncompressed.
  case none
  /// Gzip (RFC 1952).
  case gzip
  /// A method that is not supported. The value is that of PMTiles: 0 unknown, 3 brotli, 4 zstd.
  case other(UInt8)

  /// The method of a PMTiles header. Source: the PMTiles specification, version 3, section 3.3.
  package init(pmtiles value: UInt8) {
    self = [1: .none, 2: .gzip][value] ?? .other(value)
  }

  /// Gzip if the bytes begin as RFC 1952 requires, otherwise none.
  package init(sniffing bytes: [UInt8]) {
    self = bytes.starts(with: [0x1F, 0x8B]) ? .gzip : .none
  }

  /// "none", "gzip", "brotli", "zstd", "unknown" or "method 17".
  package var description: String {
    switch self {
    case .none: "none"
    case .gzip: "gzip"
    case .other(let value): [0: "unknown", 3: "brotli", 4: "zstd"][value] ?? "method \(value)"
    }
  }
}
