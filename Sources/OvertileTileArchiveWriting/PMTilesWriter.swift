import MapMath
import OvertileSearching
import OvertileTileArchive

/// Writes a PMTiles archive, version 3. It is clustered, stores equal tiles once and merges runs. Directories and
/// metadata are gzipped.
///
/// Tile data is written to an unnamed file beside the target. `finish` assembles the archive and renames it to the
/// target. The choice to gzip tiles can wait until all tiles are appended; see `compress(_:)`. Memory: about 60 bytes
/// per distinct tile. One thread appends, so variables are used without checks of exclusive access, which cost as much as
/// a small tile. Source: the PMTiles specification, version 3.
package final class PMTilesWriter: TileArchiveWriter {
  private let path: String
  private var compression: TileCompression
  private let isDurable: Bool
  @exclusivity(unchecked)
  private var contents: TileContents
  @exclusivity(unchecked)
  private var order = AppendOrder()
  @exclusivity(unchecked)
  private var entries: [PMTilesEntry] = []
  @exclusivity(unchecked)
  private var lastBlob: [UInt8] = []
  @exclusivity(unchecked)
  private var statistics = ArchiveStatistics()

  /// Starts an archive of tiles with a compression. If `isDurable`, the finished file is on the disk before `finish`
  /// returns.
  package init(path: String, compression: TileCompression, isDurable: Bool = false) throws {
    self.path = path
    self.compression = compression
    self.isDurable = isDurable
    contents = try TileContents(path: path)
  }

  /// Adds a tile: extends a run, or adds an entry for a new or known blob. Expected O(bytes).
  package func append(_ tile: TileID, _ bytes: UnsafeRawBufferPointer) throws {
    let id = try order.accept(tile, path: path)
    guard bytes.count > 0 else { return }
    order.note(tile)
    statistics.addressedTiles += 1
    let isRepeated = lastBlob.withUnsafeBytes { $0.hasSameBytes(as: bytes) }
    if isRepeated, let last = entries.last {
      if last.tileID + UInt64(last.runLength) == id, last.runLength < .max {
        entries[entries.count - 1].runLength += 1
      } else {
        entries.append(PMTilesEntry(tileID: id, offset: last.offset, length: last.length, runLength: 1))
      }
      return
    }
    lastBlob.removeAll(keepingCapacity: true)
    lastBlob.append(contentsOf: bytes)
    let location = try contents.store(bytes)
    entries.append(PMTilesEntry(tileID: id, offset: location.offset, length: location.length, runLength: 1))
  }

  /// The bytes of the tiles stored so far. Equal tiles count once. O(1).
  package var storedByteCount: Int { contents.bytes }

  /// Assembles the archive beside the target and renames it to the target. O(bytes).
  package func finish(_ summary: ArchiveSummary) throws -> ArchiveStatistics {
    try order.finish(path: path)
    try contents.flush()
    statistics.tileEntries = entries.count
    statistics.tileContents = contents.count
    var compressor = try GzipCompressor(level: 9)
    let directories = try PMTilesDirectories(entries, &compressor)
    let metadata = try compressor.compress(summary.metadataJSON())
    let header = header(summary, directories, metadataLength: metadata.count)
    let archive = try StagedFile.beside(path)
    var out = BufferedOutput(descriptor: archive.descriptor, path: path)
    for bytes in [header.bytes, directories.root, metadata, directories.leaves] { try out.append(bytes) }
    try out.append(contentsOf: contents.descriptor, count: contents.bytes)
    statistics.bytes = out.count
    try archive.publish(to: path, isDurable: isDurable)
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
    let plain = contents.places
    let compressed = try TileContents(path: path)
    try members { _ = try compressed.store($0) }
    guard compressed.count == plain.count else {
      throw ArchiveError(.order, path: path, "\(plain.count) tiles became \(compressed.count) gzip members")
    }
    for index in entries.indices {
      let location = compressed.places[Self.number(of: entries[index].offset, in: plain)]
      (entries[index].offset, entries[index].length) = (location.offset, location.length)
    }
    contents = compressed
    compression = .gzip
  }

  /// The index of the location with an offset; the locations ascend by offset. O(log locations).
  private static func number(of offset: UInt64, in places: [BlobIndex.Location]) -> Int {
    places.partitioningIndex { $0.offset > offset } - 1
  }

  /// Calls a closure with each tile by ascending ids, its stored size, and whether it is the first of equal tiles.
  package func forEachTile(_ body: (TileID, Int, Bool) throws -> Void) rethrows {
    // Distinct tiles are stored in the order of their first occurrence.
    var end: UInt64 = 0
    for entry in entries {
      let isNew = entry.offset >= end
      if isNew { end = entry.offset + UInt64(entry.length) }
      for id in entry.tileID..<entry.tileID + UInt64(entry.runLength) {
        if let tile = TileID(hilbertID: id) { try body(tile, Int(entry.length), isNew && id == entry.tileID) }
      }
    }
  }

  private func header(
    _ summary: ArchiveSummary, _ directories: PMTilesDirectories, metadataLength: Int
  ) -> PMTilesHeader {
    var header = PMTilesHeader()
    var offset = UInt64(PMTilesHeader.size)
    func section(_ length: Int) -> PMTilesHeader.Section {
      var section = PMTilesHeader.Section()
      (section.offset, section.length) = (offset, UInt64(length))
      offset += UInt64(length)
      return section
    }
    header.root = section(directories.root.count)
    header.metadata = section(metadataLength)
    header.leaves = section(directories.leaves.count)
    header.tileData = section(contents.bytes)
    header.addressedTiles = UInt64(statistics.addressedTiles)
    header.tileEntries = UInt64(statistics.tileEntries)
    header.tileContents = UInt64(statistics.tileContents)
    header.tileCompression = compression.rawValue
    header.minZoom = order.minZoom ?? UInt8(clamping: summary.minZoom)
    header.maxZoom = order.minZoom == nil ? UInt8(clamping: summary.maxZoom) : order.maxZoom
    let bounds = summary.bounds
    header.boundsE7 = [bounds.west, bounds.south, bounds.east, bounds.north].map(PMTilesHeader.e7)
    header.centerZoom = min(max(UInt8(clamping: summary.center.zoom), header.minZoom), header.maxZoom)
    header.centerE7 = [summary.center.longitude, summary.center.latitude].map(PMTilesHeader.e7)
    return header
  }
}
