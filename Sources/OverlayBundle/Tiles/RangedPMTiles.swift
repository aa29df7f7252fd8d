import MapMath
import OvertileTileArchive

/// A PMTiles archive, version 3, read by ranges.
///
/// Opening is one read of 16 KiB, which holds header and root. A tile then needs one read, and one more for each leaf
/// directory on the path that is not in the cache. Leaf directories that point to leaf directories, which the
/// specification discourages but allows, are followed to the third.
struct RangedPMTiles: TileSource {
  /// The header.
  let header: PMTilesHeader
  private let file: BundleFile
  private let storedRoot: [UInt8]
  private let cache: BundleCache
  private let limits: BundleLimits

  /// The range of header and root: the specification, version 3, section 3.
  private static let startBytes: UInt64 = 16_384
  private static let leafLevels = 3

  /// Opens an archive: reads its header and root. `size` is the file's if it is known.
  init(_ file: BundleFile, size: UInt64?, cache: BundleCache, limits: BundleLimits) async throws {
    (self.file, self.cache, self.limits) = (file, cache, limits)
    guard let start = try await file.available(0..<Self.startBytes) else { throw file.damaged("it is missing") }
    header = try BundleError.naming(file.name) { try PMTilesHeader(start, path: file.name) }
    for section in [header.root, header.metadata, header.leaves, header.tileData] {
      let (end, overflow) = section.offset.addingReportingOverflow(section.length)
      guard !overflow, end <= size ?? UInt64(Int64.max) else {
        throw file.damaged("a section ends beyond the file")
      }
    }
    let rootEnd = header.root.offset + header.root.length
    guard rootEnd <= UInt64(start.count) else {
      throw file.damaged("the root directory ends at byte \(rootEnd), beyond the first \(start.count)")
    }
    storedRoot = Array(start[Int(header.root.offset)..<Int(rootEnd)])
    guard header.tileType <= 1 else {
      throw BundleError.notABundle(file.name, reason: "its tiles are not vector tiles")
    }
    guard header.tileCompression <= 2, header.internalCompression <= 2 else {
      throw BundleError.notABundle(file.name, reason: "it is compressed with another method than gzip")
    }
  }

  var name: String { file.name }

  /// The metadata, a JSON object in UTF-8.
  func metadata() async throws -> [UInt8] {
    try await section(header.metadata, limit: limits.metadataBytes, what: "the metadata")
  }

  func plainTile(_ tile: TileID) async throws -> [UInt8]? {
    guard let entry = try await entry(of: tile.hilbertID) else { return nil }
    let tileSection = try self.section(entry, in: header.tileData)
    guard tileSection.length <= UInt64(limits.tileBytes) else {
      throw file.damaged("tile \(tile) takes \(tileSection.length) bytes")
    }
    let stored = try await file.bytes(tileSection.offset..<tileSection.offset + tileSection.length)
    if header.tileCompression == TileCompression.none.rawValue { return stored }
    return try file.plain(stored, limit: limits.tileBytes)
  }

  /// The entry of a tile's run, or nil.
  private func entry(of id: UInt64) async throws -> PMTilesEntry? {
    var directory = try await root()
    for _ in 0...Self.leafLevels {
      guard let entry = PMTilesReader.find(id, in: directory) else { return nil }
      if entry.runLength > 0 { return id - entry.tileID < UInt64(entry.runLength) ? entry : nil }
      directory = try await leaf(try section(entry, in: header.leaves))
    }
    throw file.damaged("its leaf directories nest more than \(Self.leafLevels) levels deep")
  }

  private func root() async throws -> [PMTilesEntry] {
    try await directory(at: header.root.offset) { storedRoot }
  }

  private func leaf(_ tileSection: PMTilesHeader.Section) async throws -> [PMTilesEntry] {
    guard tileSection.length <= UInt64(limits.directoryBytes) else {
      throw file.damaged("a directory takes \(tileSection.length) bytes")
    }
    return try await directory(at: tileSection.offset) {
      try await file.bytes(tileSection.offset..<tileSection.offset + tileSection.length)
    }
  }

  private func directory(
    at offset: UInt64, _ stored: @escaping @Sendable () async throws -> [UInt8]
  ) async throws -> [PMTilesEntry] {
    let value = try await cache.value(.directory(file: file.index, offset: offset)) {
      let plain = try expand(try await stored(), limit: limits.directoryBytes)
      return .directory(try BundleError.naming(file.name) { try PMTilesDirectory.decode(plain, path: file.name) })
    }
    guard case .directory(let entries) = value else { return [] }
    return entries
  }

  private func section(_ section: PMTilesHeader.Section, limit: Int, what: String) async throws -> [UInt8] {
    guard section.length > 0 else { return [] }
    guard section.length <= UInt64(limit) else { throw file.damaged("\(what) takes \(section.length) bytes") }
    return try expand(try await file.bytes(section.offset..<section.offset + section.length), limit: limit)
  }

  private func expand(_ stored: [UInt8], limit: Int) throws -> [UInt8] {
    guard header.internalCompression != TileCompression.none.rawValue else { return stored }
    return try BundleError.naming(file.name) { try Gunzip.decompress(stored, limit: limit) }
  }

  /// The range of an entry's bytes in the file. Sections were checked on opening, so their sums do not overflow.
  private func section(
    _ entry: PMTilesEntry, in section: PMTilesHeader.Section
  ) throws -> PMTilesHeader.Section {
    let (end, overflow) = entry.offset.addingReportingOverflow(UInt64(entry.length))
    guard !overflow, end <= section.length else { throw file.damaged("an entry lies outside its section") }
    var tileSection = PMTilesHeader.Section()
    (tileSection.offset, tileSection.length) = (section.offset + entry.offset, UInt64(entry.length))
    return tileSection
  }
}
