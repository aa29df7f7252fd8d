import COvertileSystem
import MapMath
import OvertileCore
import OvertileTileArchive

/// Successive tiles that are the same blob, 16 bytes: an entry of a directory, whose offset and length the blob knows.
private struct TileRun: BitwiseCopyable {
  /// The Hilbert id of the first tile.
  let first: UInt64
  /// The number of the blob in the order of first occurrence.
  let blob: UInt32
  /// The number of tiles.
  var length: UInt32 = 1
}

/// Writes a PMTiles archive, version 3. It is clustered, stores equal tiles once and merges runs. Directories and
/// metadata are gzipped.
///
/// Tile data is written to an unnamed file beside the archive, which `finish` assembles. The choice to gzip tiles can wait until all tiles are appended; see `compress(_:)`. Memory: about 40 bytes
/// per distinct tile. One thread appends, so variables are used without checks of exclusive access, which cost as much as
/// a small tile. Source: the PMTiles specification, version 3.
package final class PMTilesWriter: TileArchiveWriter {
  private let path: String
  private var compression: TileCompression
  private let threads: Int
  @exclusivity(unchecked)
  private var contents: TileContents
  @exclusivity(unchecked)
  private var order = AppendOrder()
  @exclusivity(unchecked)
  private var runs: Column<TileRun> = []
  @exclusivity(unchecked)
  private var lastBlob: [UInt8] = []
  @exclusivity(unchecked)
  private var statistics = ArchiveStatistics()

  /// Starts an archive of tiles with a compression. At most `threads` threads compress its directories.
  package init(path: String, compression: TileCompression, threads: Int = 1) throws {
    self.path = path
    self.threads = threads
    self.compression = compression
    contents = try TileContents(path: path)
  }

  /// Adds a tile: extends a run, or adds an entry for a new or known blob. Expected O(bytes).
  package func append(_ tile: TileID, _ bytes: UnsafeRawBufferPointer) throws {
    let id = try order.accept(tile, path: path)
    guard bytes.count > 0 else { return }
    order.note(tile)
    statistics.addressedTiles += 1
    let isRepeated = lastBlob.withUnsafeBytes { $0.hasSameBytes(as: bytes) }
    if isRepeated, let last = runs.last {
      if last.first + UInt64(last.length) == id, last.length < .max {
        runs[runs.count - 1].length += 1
      } else {
        runs.append(TileRun(first: id, blob: last.blob))
      }
      return
    }
    lastBlob.removeAll(keepingCapacity: true)
    lastBlob.append(contentsOf: bytes)
    runs.append(TileRun(first: id, blob: try contents.store(bytes)))
  }

  /// The bytes of the tiles stored so far. Equal tiles count once. O(1).
  package var storedByteCount: Int { contents.bytes }

  /// Writes the archive; nothing may be at its path. O(bytes).
  package func finish(_ summary: ArchiveSummary) throws -> ArchiveStatistics {
    try contents.flush()
    statistics.tileEntries = runs.count
    statistics.tileContents = contents.count
    var compressor = try GzipCompressor(level: 9)
    let directories = try PMTilesDirectories(count: runs.count, threads: threads, entries, &compressor)
    let metadata = try compressor.compress(summary.metadataJSON())
    let header = header(summary, directories, metadataLength: metadata.count)
    let archive = try NewFile(path)
    // It is closed with its last reference.
    defer { withExtendedLifetime(archive) {} }
    var out = BufferedOutput(descriptor: archive.descriptor, path: path)
    for bytes in [header.bytes, directories.root, metadata, directories.leaves] { try out.append(bytes) }
    try out.append(contentsOf: contents.descriptor, count: contents.bytes)
    statistics.bytes = out.count
    // Whoever synchronizes the file later waits less.
    overtile_begin_synchronizing(archive.descriptor)
    return statistics
  }

  /// The distinct tiles so far, from which a caller can choose their compression.
  package func storedTiles() throws -> StoredTiles {
    try contents.flush()
    return StoredTiles(contents, path: path)
  }

  /// Converts an archive of uncompressed tiles to one of gzipped tiles, before it is finished.
  ///
  /// The result is the same as if the gzip members had been appended from the start. O(bytes).
  ///
  /// - Parameter members: must append the gzip member of each of `storedTiles`, in their order.
  package func compress(_ members: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    let compressed = try TileContents(path: path)
    try members { _ = try compressed.store($0) }
    guard compressed.count == contents.count else {
      throw ArchiveError(
        .order, path: path, "expected \(contents.count) gzip members, one for each tile, but found \(compressed.count)")
    }
    contents = compressed
    compression = .gzip
  }

  /// Calls a closure with each tile by ascending ids, its stored size, and whether it is the first of equal tiles.
  package func forEachTile(_ body: (TileID, Int, Bool) throws -> Void) rethrows {
    // Distinct tiles are numbered in the order of their first occurrence.
    var next: UInt32 = 0
    let ends = contents.ends
    for run in runs {
      let isNew = run.blob == next
      if isNew { next += 1 }
      for id in run.first..<run.first + UInt64(run.length) {
        if let tile = TileID(hilbertID: id) {
          try body(tile, ends[Int(run.blob)].count, isNew && id == run.first)
        }
      }
    }
  }

  /// Gives some entries of the directories, in O(range), on any thread.
  private var entries: @Sendable (Range<Int>) -> [PMTilesEntry] {
    { [runs, ends = contents.ends] range in
      runs[range].map { run in
        let blob = ends[Int(run.blob)]
        return PMTilesEntry(
          tileID: run.first, offset: UInt64(blob.lowerBound), length: UInt32(truncatingIfNeeded: blob.count),
          runLength: run.length)
      }
    }
  }

  private func header(
    _ summary: ArchiveSummary, _ directories: PMTilesDirectories, metadataLength: Int
  ) -> PMTilesHeader {
    var header = PMTilesHeader()
    var offset = UInt64(PMTilesHeader.size)
    func section(_ length: Int) -> PMTilesHeader.Section {
      defer { offset += UInt64(length) }
      return PMTilesHeader.Section(offset: offset, length: UInt64(length))
    }
    header.root = section(directories.root.count)
    header.metadata = section(metadataLength)
    header.leaves = section(directories.leaves.count)
    header.tileData = section(contents.bytes)
    header.addressedTiles = UInt64(statistics.addressedTiles)
    header.tileEntries = UInt64(statistics.tileEntries)
    header.tileContents = UInt64(statistics.tileContents)
    header.tileCompression = compression.pmtiles
    header.minZoom = order.minZoom ?? UInt8(clamping: summary.minZoom)
    header.maxZoom = order.minZoom == nil ? UInt8(clamping: summary.maxZoom) : order.maxZoom
    header.boundsE7 = summary.bounds.map(PMTilesHeader.e7)
    header.centerZoom = min(max(UInt8(clamping: Int(summary.center[2])), header.minZoom), header.maxZoom)
    header.centerE7 = summary.center.prefix(2).map(PMTilesHeader.e7)
    return header
  }
}
