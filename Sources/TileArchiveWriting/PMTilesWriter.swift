import MapMath
import TileArchive

/// Writes a PMTiles archive, version 3: clustered, equal tiles stored once, runs merged, directories and metadata
/// gzipped.
///
/// Tile data goes to an unnamed file beside the target; `finish` assembles the archive and renames it into place.
/// Memory: about 60 bytes a distinct tile. Source: the PMTiles specification, version 3.
public final class PMTilesWriter: TileArchiveWriter {
  private let path: String
  private let compression: TileCompression
  private let isDurable: Bool
  private let spool: StagedFile
  private var tileData: BufferedOutput
  private var order = AppendOrder()
  private var entries: [PMTilesEntry] = []
  private var blobs = BlobIndex()
  private var lastBlob: [UInt8] = []
  private var statistics = ArchiveStatistics()

  /// Starts an archive of tiles of a compression. When durable, the finished file is on the disk before `finish`
  /// returns.
  public init(path: String, compression: TileCompression, isDurable: Bool = false) throws {
    self.path = path
    self.compression = compression
    self.isDurable = isDurable
    spool = try StagedFile(beside: path)
    spool.discard()
    tileData = BufferedOutput(descriptor: spool.descriptor, path: path)
  }

  /// Adds a tile: a run grows, or an entry points to a blob, which is new or known. Expected O(bytes).
  public func append(_ tile: TileID, _ bytes: UnsafeRawBufferPointer) throws {
    let id = try order.accept(tile, path: path)
    guard bytes.count > 0 else { return }
    guard let length = UInt32(exactly: bytes.count) else {
      throw ArchiveError(.malformed, path: path, "tile \(tile) takes 4 GiB or more")
    }
    order.note(tile)
    statistics.addressedTiles += 1
    let isRepeated = lastBlob.count == bytes.count && lastBlob.elementsEqual(bytes)
    if isRepeated, let last = entries.last {
      if last.tileID + UInt64(last.runLength) == id, last.runLength < .max {
        entries[entries.count - 1].runLength += 1
      } else {
        entries.append(PMTilesEntry(tileID: id, offset: last.offset, length: length, runLength: 1))
      }
      return
    }
    lastBlob.removeAll(keepingCapacity: true)
    lastBlob.append(contentsOf: bytes)
    entries.append(PMTilesEntry(tileID: id, offset: try store(bytes), length: length, runLength: 1))
  }

  /// Assembles the archive beside the target and renames it into place. O(bytes).
  public func finish(_ summary: ArchiveSummary) throws -> ArchiveStatistics {
    try order.finish(path: path)
    try tileData.flush()
    statistics.tileEntries = entries.count
    statistics.tileContents = blobs.count
    var compressor = try GzipCompressor(level: 9)
    let directories = try PMTilesDirectories(entries, &compressor)
    let metadata = try compressor.compress(summary.metadataJSON())
    let header = header(summary, directories, metadataLength: metadata.count)
    let archive = try StagedFile(beside: path)
    var out = BufferedOutput(descriptor: archive.descriptor, path: path)
    for bytes in [header.bytes, directories.root, metadata, directories.leaves] { try out.append(bytes) }
    try out.append(contentsOf: spool.descriptor, count: tileData.count)
    statistics.bytes = out.count
    try archive.publish(isDurable: isDurable)
    return statistics
  }

  /// The offset of a blob, which is stored unless it is there.
  private func store(_ bytes: UnsafeRawBufferPointer) throws -> UInt64 {
    let checksum = BlobIndex.checksum(bytes)
    let known = try blobs.find(checksum, length: bytes.count) { try tileData.holds(bytes, at: Int($0.offset)) }
    if let known { return known.offset }
    let offset = UInt64(tileData.count)
    try tileData.append(bytes)
    blobs.add(checksum, BlobIndex.Place(offset: offset, length: UInt32(bytes.count)))
    return offset
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
    header.tileData = section(tileData.count)
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
