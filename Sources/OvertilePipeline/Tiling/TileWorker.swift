import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileCore
import OvertileExpressions
import OvertileLayers
import OvertileReading
import OvertileTileArchive
import OvertileTileArchiveWriting
import OvertileVectorTile

/// Encodes the tiles of jobs; one per thread, with its own buffers.
///
/// No closure comes back to a worker while it uses a buffer, so these are used without checks of exclusive access: six a tile.
final class TileWorker {
  private let plan: TilePlan
  @exclusivity(unchecked)
  private var encoder = TileEncoder()
  @exclusivity(unchecked)
  private var compressor: GzipCompressor
  /// The last small tiles, and the one of them that is replaced next.
  @exclusivity(unchecked)
  private var lastTiles = [CompressedTile](repeating: CompressedTile(), count: 4)
  @exclusivity(unchecked)
  private var oldestTile = 0
  private let memory: MemoryWatch
  /// The bytes of the tiles of the last job, which those of the next will hardly exceed.
  private var lastByteCount = 0

  /// Prepares a worker for the layers of a plan.
  init(_ plan: TilePlan, memory: MemoryWatch = MemoryWatch(nil)) throws {
    self.plan = plan
    self.memory = memory
    compressor = try GzipCompressor(level: plan.gzipLevel)
  }

  /// Encodes the tiles of a job and, if the archive is compressed, compresses them.
  func work(_ supplied: JobSupply.Job) throws -> EncodedTiles {
    let job = supplied.job
    var output = EncodedTiles(job.sheet, layers: plan.layers.count)
    if memory.bound == nil { output.bytes.reserveCapacity(lastByteCount + lastByteCount / 8) }
    try job.forEachTile { tile, entries in
      try memory.check()
      encode(job, tile, entries) { layer, bytes in output.nextLayerBytes[layer] += bytes }
      try finish(tile, supplied.compression, &output)
      if isLarge(entries) { try giveBackBuffers() }
    }
    lastByteCount = min(output.bytes.count, Self.mostReservedBytes)
    return output
  }

  /// The most bytes that are reserved for the tiles of a job: those of a common job, not of one with a huge tile.
  private static let mostReservedBytes = 1 << 20

  /// Ends a tile and adds it, compressed if the archive is.
  private func finish(_ tile: TileID, _ compression: TileCompression, _ output: inout EncodedTiles) throws {
    try encoder.finish { plain in
      if plain.isEmpty { return output.forgetLayers() }
      guard plain.count <= TileArchives.mostTileBytes else { throw Self.tooLarge(tile, plain.count) }
      if compression == .gzip {
        try compress(plain, into: &output.bytes)
      } else {
        output.bytes.append(contentsOf: plain)
      }
      output.end(tile)
    }
  }

  /// A tile and its gzip member.
  private struct CompressedTile {
    var plain: [UInt8] = []
    var compressed: [UInt8] = []
  }

  /// The most bytes of a plain tile that is kept for the next.
  private static let smallTile = 4096

  /// Appends the gzip member of a tile. Those of the last small tiles are reused if it is equal to one, as the tiles inside
  /// a large shape are, between which those on its border come.
  private func compress(_ plain: UnsafeRawBufferPointer, into bytes: inout [UInt8]) throws {
    for index in lastTiles.indices where lastTiles[index].plain.withUnsafeBytes({ $0.hasSameBytes(as: plain) }) {
      bytes += lastTiles[index].compressed
      return
    }
    let start = bytes.count
    try compressor.compress(plain) { bytes.append(contentsOf: $0) }
    guard plain.count <= Self.smallTile else { return }
    lastTiles[oldestTile].plain.removeAll(keepingCapacity: true)
    lastTiles[oldestTile].plain.append(contentsOf: plain)
    lastTiles[oldestTile].compressed.removeAll(keepingCapacity: true)
    lastTiles[oldestTile].compressed.append(contentsOf: bytes[start...])
    oldestTile = (oldestTile + 1) % lastTiles.count
  }

  /// No reader would accept it: neither ours, nor most others.
  private static func tooLarge(_ tile: TileID, _ bytes: Int) -> PipelineError {
    .badData(
      "tile \(tile) would be \(MemoryBound.text(bytes)), but readers accept tiles of at most \(MemoryBound.text(TileArchives.mostTileBytes))"
        + ". Keep fewer or shorter properties (`properties: {keep: [...]}`), or start at a higher zoom")
  }

  /// The plain bytes of one tile of a job.
  func plainTile(_ job: TileJobs.Job, _ tile: TileID, _ entries: [Range<Int>]) throws -> [UInt8] {
    encode(job, tile, entries)
    let bytes = encoder.finish()
    if isLarge(entries) { try giveBackBuffers() }
    return bytes
  }

  /// Whether a tile has so many features that under a bound the buffers for it are not kept.
  private func isLarge(_ entries: [Range<Int>]) -> Bool {
    memory.bound != nil && entries.reduce(0) { $0 + $1.count } > Self.largeTile
  }

  /// Releases buffers that are as large as the largest tile.
  private func giveBackBuffers() throws {
    encoder = TileEncoder()
    compressor = try GzipCompressor(level: plan.gzipLevel)
    memory.giveBack()
  }

  /// The number of features of a large tile.
  private static let largeTile = 20_000

  /// Encodes a tile; a closure is called with the bytes of each layer's part.
  private func encode(
    _ job: TileJobs.Job, _ tile: TileID, _ entries: [Range<Int>], _ count: (Int, Int) -> Void = { _, _ in }
  ) {
    encoder.begin(extent: UInt32(plan.grid.extent))
    for index in entries.indices where !entries[index].isEmpty {
      let before = encoder.byteCount
      encoder.beginLayer(plan.tables[job.parts[index].layer])
      job.parts[index].overlays.encode(entries: entries[index], tile: tile, into: &encoder)
      encoder.endLayer()
      count(job.parts[index].layer, encoder.byteCount - before)
    }
  }
}
