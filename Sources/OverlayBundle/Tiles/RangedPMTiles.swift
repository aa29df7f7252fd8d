import MapMath
import OvertileTileArchive

/// A PMTiles archive, version 3, read by ranges.
///
/// Opening is one read of 16 KiB, which holds header and root. Tiles then need one read, and one more before it for the leaf
/// directories on their paths that are not in the cache: two requests for tiles, or one for leaf directories and one for
/// tiles. What lies in the first 16 KiB needs none. Leaf directories that point to leaf directories, which the specification
/// discourages but allows, are followed to the third, with a read for each level.
///
/// So a first view takes three requests. They are paid for with bytes that nobody needs, and these have a bound,
/// `BundleLimits.joinedBytes`: what lies within so many bytes of the file can always be one request, because no join of its
/// parts leaves these bytes. So a view keeps to the number if its tiles lie within `joinedBytes`, and its leaf directories.
/// In an archive whose sections have no more bytes than that, all views do.
struct RangedPMTiles: TileSource {
  /// The header.
  let header: PMTilesHeader
  private let file: BundleFile
  /// The first bytes of the file.
  private let start: [UInt8]
  private let cache: BundleCache
  private let limits: BundleLimits

  /// The range of header and root: the specification, version 3, section 3.
  private static let startBytes: UInt64 = 16_384
  private static let leafLevels = 3

  /// Opens an archive: reads its header and root. `size` is the file's if it is known.
  init(_ file: BundleFile, size: UInt64?, cache: BundleCache, limits: BundleLimits) async throws {
    (self.file, self.cache, self.limits) = (file, cache, limits)
    guard let start = try await file.available(0..<Self.startBytes) else { throw file.damaged("the file is missing") }
    self.start = start
    header = try BundleError.naming(file.name) {
      let header = try PMTilesHeader(start, path: file.name)
      try header.checkSections(size: size ?? UInt64(Int64.max), path: file.name)
      return header
    }
    let rootEnd = header.root.offset + header.root.length
    guard rootEnd <= UInt64(start.count) else {
      throw file.damaged(
        "the root directory must lie within the first \(start.count) bytes, but ends at byte \(rootEnd)")
    }
    guard header.tileType <= 1 else {
      throw BundleError.notABundle(file.name, reason: "the archive does not contain vector tiles")
    }
    guard header.tileCompression <= 2, header.internalCompression <= 2 else {
      throw BundleError.notABundle(
        file.name, reason: "the archive's compression is not supported; expected gzip or no compression")
    }
  }

  /// The metadata, a JSON object in UTF-8.
  func metadata() async throws -> [UInt8] {
    guard header.metadata.length > 0 else { return Array("{}".utf8) }
    guard header.metadata.length <= UInt64(limits.metadataBytes) else {
      throw file.damaged("the metadata is too large (\(header.metadata.length) bytes)")
    }
    let stored = try await bytes([header.metadata.range], limit: limits.metadataBytes, requests: 1)[0].get()
    return try expand(stored, limit: limits.metadataBytes)
  }

  func plainTiles(_ tiles: [TileID]) async -> [Result<[UInt8]?, any Error>] {
    let (entries, readsLeaves) = await entries(of: tiles.map(\.hilbertID))
    let sections = zip(tiles, entries).map { tile, entry in
      entry.flatMap { entry in
        Result { try entry.map { try range(of: $0, in: header.tileData, limit: limits.tileBytes, "tile \(tile)") } }
      }
    }
    let ranges = sections.compactMap { try? $0.get() }
    var stored = await bytes(ranges, limit: limits.tileBytes, requests: readsLeaves ? 1 : 2).makeIterator()
    return sections.map { section in
      section.flatMap { range in
        guard range != nil, let bytes = stored.next() else { return .success(nil) }
        return bytes.flatMap { bytes in Result { try plain(bytes) } }
      }
    }
  }

  private func plain(_ stored: [UInt8]) throws -> [UInt8] {
    if header.tileCompression == TileCompression.none.pmtiles { return stored }
    return try file.plain(stored, limit: limits.tileBytes)
  }

  /// Exactly the bytes of each range, in a number of requests if `limits.joinedBytes` allow it; none for those at the start of
  /// the file.
  private func bytes(
    _ ranges: [Range<UInt64>], limit: Int, requests: Int
  ) async -> [Result<[UInt8], any Error>] {
    let others = ranges.filter { !isAtStart($0) }
    var read: IndexingIterator<[Result<[UInt8], any Error>]> = [].makeIterator()
    if !others.isEmpty {
      read = await file.bytes(others, limit: limit, requests: requests, joinedBytes: limits.joinedBytes).makeIterator()
    }
    return ranges.map { range in
      guard isAtStart(range) else { return read.next() ?? .success([]) }
      return .success(Array(start[Int(range.lowerBound)..<Int(range.upperBound)]))
    }
  }

  private func isAtStart(_ range: Range<UInt64>) -> Bool { range.upperBound <= UInt64(start.count) }

  /// The range of an entry's bytes in the file, at most `limit`. `what` is the entry in errors.
  private func range(
    of entry: PMTilesEntry, in section: PMTilesHeader.Section, limit: Int, _ what: @autoclosure () -> String
  ) throws -> Range<UInt64> {
    let range = try BundleError.naming(file.name) { try section.range(of: entry, path: file.name) }
    guard range.count <= limit else { throw file.damaged("\(what()) is too large (\(range.count) bytes)") }
    return range
  }
}

// Directories.
extension RangedPMTiles {
  /// The entry of the run of each tile, or nil, and whether leaf directories were requested. Those of one level are read
  /// together, in one request.
  private func entries(of ids: [UInt64]) async -> ([Result<PMTilesEntry?, any Error>], readsLeaves: Bool) {
    var readsLeaves = false
    var found = [Result<PMTilesEntry?, any Error>?](repeating: nil, count: ids.count)
    var ranges = [Range<UInt64>](repeating: header.root.range, count: ids.count)
    for _ in 0...Self.leafLevels {
      let open = found.indices.filter { found[$0] == nil }
      guard !open.isEmpty else { break }
      let wanted = Set(open.map { ranges[$0] })
      if !wanted.allSatisfy(isKnown) { readsLeaves = true }
      let directories = await directories(wanted)
      for index in open {
        do {
          let entry = PMTilesReader.find(ids[index], in: try directories[ranges[index]]?.get() ?? [])
          if let entry, entry.runLength == 0 {
            ranges[index] = try range(of: entry, in: header.leaves, limit: limits.directoryBytes, "a directory")
          } else {
            found[index] = .success(entry?.holds(ids[index]) == true ? entry : nil)
          }
        } catch {
          found[index] = .failure(error)
        }
      }
    }
    let deep = file.damaged("leaf directories are nested more than \(Self.leafLevels) levels deep")
    return (found.map { $0 ?? .failure(deep) }, readsLeaves)
  }

  /// Whether a directory needs no request.
  private func isKnown(_ range: Range<UInt64>) -> Bool {
    isAtStart(range) || cache.holds(.directory(file: file.index, range: range))
  }

  /// The directories in some ranges. One that is damaged does not keep others from being read.
  private func directories(
    _ ranges: Set<Range<UInt64>>
  ) async -> [Range<UInt64>: Result<[PMTilesEntry], any Error>] {
    let ranges = Array(ranges)
    let values = await result {
      try await cache.values(ranges.map { .directory(file: file.index, range: $0) }) { missing in
        await bytes(missing.map { ranges[$0] }, limit: limits.directoryBytes, requests: 1).map { stored in
          stored.flatMap { stored in Result { .directory(try directory(stored)) } }
        }
      }
    }
    return Dictionary(
      uniqueKeysWithValues: ranges.indices.map { index in
        (ranges[index], values.flatMap { $0[index] }.map(\.entries))
      })
  }

  private func directory(_ stored: [UInt8]) throws -> [PMTilesEntry] {
    let plain = try expand(stored, limit: limits.directoryBytes)
    return try BundleError.naming(file.name) { try PMTilesDirectory.decode(plain, path: file.name) }
  }

  private func expand(_ stored: [UInt8], limit: Int) throws -> [UInt8] {
    guard header.internalCompression != TileCompression.none.pmtiles else { return stored }
    return try BundleError.naming(file.name) { try Gunzip.decompress(stored, limit: limit) }
  }
}
