import Foundation
import MapMath
import OvertileCore

/// Reads a PMTiles archive, version 3, from a file. Any thread may call the reader. All methods throw `ArchiveError`.
///
/// Safe on hostile files: sections and entries are checked against the file, a directory has at most 16 MiB without its
/// compression, and only the root may point to leaves.
package final class PMTilesReader: TileArchiveReader, @unchecked Sendable {
  /// The header.
  package let header: PMTilesHeader
  /// The container: always a PMTiles archive.
  package let container = TileContainer.pmtiles
  /// The file.
  package var path: String { file.path }
  /// Whether there are no tiles.
  var isEmpty: Bool { root.isEmpty }
  private let file: InputFile
  private let root: [PMTilesEntry]
  // The cached leaves by offset, guarded by the lock.
  private let lock = NSLock()
  private var leaves: [UInt64: [PMTilesEntry]] = [:]

  private static let directoryLimit = 16 << 20
  private static let cachedLeaves = 32

  /// Opens a file and reads its header and root.
  package convenience init(path: String) throws { try self.init(try InputFile(path: path)) }

  /// Reads the header and root of an open file.
  package init(_ file: InputFile) throws {
    self.file = file
    let path = file.path
    header = try PMTilesHeader(file)
    guard header.root.offset + header.root.length <= 16_384 else {
      throw ArchiveError(.malformed, path: path, "the root directory must lie within the first 16,384 bytes")
    }
    root = try Self.directory(file, header, header.root.range)
  }

  /// The metadata, a JSON object in UTF-8 of at most 64 MiB.
  package func metadataJSON() throws -> [UInt8] {
    try Self.decompress(file, header, header.metadata.range, limit: 64 << 20, "the metadata")
  }

  /// The stored bytes of a tile, or nil when there is none. O(log entries), plus reading a leaf that is not cached.
  package func tile(_ tile: TileID) throws -> [UInt8]? {
    let id = tile.hilbertID
    guard var entry = Self.find(id, in: root) else { return nil }
    if entry.runLength == 0 {
      guard let found = Self.find(id, in: try leaf(entry)) else { return nil }
      entry = found
    }
    return entry.holds(id) ? try blob(entry) : nil
  }

  /// The stored bytes of an entry's tiles.
  package func blob(_ entry: PMTilesEntry) throws -> [UInt8] {
    try file.bytes(within: header.tileData.range(of: entry, path: file.path))
  }

  /// Calls a closure with every run of equal tiles, by ascending ids.
  package func forEachEntry(_ body: (PMTilesEntry) throws -> Void) throws {
    var next: UInt64 = 0
    func visit(_ entry: PMTilesEntry) throws {
      guard entry.tileID >= next else { throw ArchiveError(.malformed, path: file.path, "leaf directories overlap") }
      next = entry.tileID + UInt64(entry.runLength)
      try body(entry)
    }
    for entry in root {
      if entry.runLength > 0 {
        try visit(entry)
      } else {
        for inner in try readLeaf(entry) { try visit(inner) }
      }
    }
  }

  /// Calls a closure with every tile and its stored bytes, by ascending ids. A run of n tiles makes n calls.
  package func forEachTile(_ body: (TileID, [UInt8]) throws -> Void) throws {
    try forEachEntry { entry in
      let bytes = try blob(entry)
      for id in entry.tileID..<entry.tileID + UInt64(entry.runLength) {
        guard let tile = TileID(hilbertID: id) else {
          throw ArchiveError(.malformed, path: file.path, "tile id \(id) is beyond zoom 31")
        }
        try body(tile, bytes)
      }
    }
  }

  private func leaf(_ pointer: PMTilesEntry) throws -> [PMTilesEntry] {
    if let known = lock.withLock({ leaves[pointer.offset] }) { return known }
    let entries = try readLeaf(pointer)
    lock.withLock {
      if leaves.count >= Self.cachedLeaves { leaves.removeAll() }
      leaves[pointer.offset] = entries
    }
    return entries
  }

  private func readLeaf(_ pointer: PMTilesEntry) throws -> [PMTilesEntry] {
    let entries = try Self.directory(file, header, header.leaves.range(of: pointer, path: file.path))
    guard entries.allSatisfy({ $0.runLength > 0 }) else {
      throw ArchiveError(.malformed, path: file.path, "a leaf directory points to another leaf directory")
    }
    return entries
  }
}

extension PMTilesReader {
  /// The last entry whose id is not above the target.
  package static func find(_ id: UInt64, in entries: [PMTilesEntry]) -> PMTilesEntry? {
    let next = entries.partitioningIndex { $0.tileID > id }
    return next == 0 ? nil : entries[next - 1]
  }

  private static func directory(
    _ file: InputFile, _ header: PMTilesHeader, _ range: Range<UInt64>
  ) throws -> [PMTilesEntry] {
    let bytes = try decompress(file, header, range, limit: directoryLimit, "a directory")
    return try PMTilesDirectory.decode(bytes, path: file.path)
  }

  private static func decompress(
    _ file: InputFile, _ header: PMTilesHeader, _ range: Range<UInt64>, limit: Int, _ what: String
  ) throws -> [UInt8] {
    guard range.count <= limit else {
      throw ArchiveError(.malformed, path: file.path, "\(what) is too large (\(range.count) bytes)")
    }
    let bytes = try file.bytes(within: range)
    let compression = StoredCompression(pmtiles: header.internalCompression)
    return try inflate(bytes, compression, of: "directories and metadata", path: file.path, limit: limit)
  }

  /// Undoes a compression that the header states.
  static func inflate(
    _ bytes: [UInt8], _ compression: StoredCompression, of what: String, path: String, limit: Int
  ) throws -> [UInt8] {
    switch compression {
    case .none: return bytes
    case .gzip: return try ArchiveError.naming(path) { try Gunzip.decompress(bytes, limit: limit) }
    case .other(0): throw ArchiveError(.malformed, path: path, "the header does not specify how \(what) are compressed")
    case .other:
      throw ArchiveError(
        .malformed, path: path,
        "\(what) are compressed with \(compression), which is not supported; expected gzip or no compression")
    }
  }
}
