import MapMath
import OvertileBundleFormat
import OvertileConfiguration
import OvertileExpressions
import OvertileFeatures
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
  private var compressor: TileCompressor
  private let memory: MemoryWatch
  /// The bytes of the tiles of the last job, which those of the next will hardly exceed.
  private var lastByteCount = 0

  /// Prepares a worker for the layers of a plan.
  init(_ plan: TilePlan, memory: MemoryWatch = MemoryWatch(nil)) throws {
    self.plan = plan
    self.memory = memory
    compressor = try TileCompressor(level: plan.gzipLevel)
  }

  /// Encodes the tiles of a job and, if the archive is compressed, compresses them.
  func work(_ job: TileJobs.Job, compression: TileCompression) throws -> EncodedTiles {
    var output = EncodedTiles(job.sheet, layers: plan.layers.count, memory)
    if memory.bound == nil { output.bytes.reserveCapacity(lastByteCount + lastByteCount / 8) }
    try job.forEachTile { tile, entries in
      try memory.check()
      try expect(job, tile, entries)
      try reservingLongValues(job, tile, entries) {
        try encode(job, tile, entries) { layer, bytes in output.nextLayerBytes[layer] += bytes }
        try finish(tile, compression, &output)
      }
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
        try compressor.compress(plain, into: &output.bytes)
      } else {
        output.bytes.append(contentsOf: plain)
      }
      try output.end(tile)
    }
  }

  /// No reader would accept it: neither ours, nor most others.
  private static func tooLarge(_ tile: TileID, _ bytes: Int) -> PipelineError {
    .badData(
      "tile \(tile) would have \(MemoryBound.text(bytes)), and readers take tiles of at most \(MemoryBound.text(TileArchives.mostTileBytes))"
        + ". Keep fewer or shorter properties (`properties: {keep: [...]}`), or begin at a higher zoom")
  }

  /// Makes a tile; one whose long values use much of the bound is made while no other such tile is.
  ///
  /// - Throws: `PipelineError.unavailable` if it does not fit alone.
  func reservingLongValues(
    _ job: TileJobs.Job, _ tile: TileID, _ entries: [Range<Int>], _ make: () throws -> Void
  ) throws {
    guard let bound = memory.bound else { return try make() }
    // An upper bound of the tile's values: tiles of few and short values are not examined twice.
    let most = entries.reduce(0) { $0 + $1.count }.multipliedReportingOverflow(by: plan.longestStoredByteCount)
    guard most.overflow || most.partialValue > bound.aloneBytes else { return try make() }
    encoder.countLongValues()
    try encode(job, tile, entries)
    let bytes = encoder.endCountingLongValues()
    guard bytes > bound.aloneBytes else { return try make() }
    guard bytes <= TileArchives.mostTileBytes else { throw Self.tooLarge(tile, bytes) }
    let what = "tile \(tile), whose features have \(MemoryBound.text(bytes)) of long texts,"
    try memory.reserving(bytes * Self.bytesPerLongByte, for: what) {
      try make()
      try giveBackBuffers()
    }
  }

  /// The plain bytes of one tile of a job.
  ///
  /// - Throws: `PipelineError.unavailable` if it would not fit into the memory bound.
  func plainTile(_ job: TileJobs.Job, _ tile: TileID, _ entries: [Range<Int>]) throws -> [UInt8] {
    try expect(job, tile, entries)
    try encode(job, tile, entries)
    let bytes = encoder.finish()
    if isLarge(entries) { try giveBackBuffers() }
    return bytes
  }

  /// Whether a tile has so many features that it is estimated under a bound, and the buffers are as large.
  private func isLarge(_ entries: [Range<Int>]) -> Bool {
    memory.bound != nil && entries.reduce(0) { $0 + $1.count } > Self.largeTile
  }

  /// Releases buffers that are as large as the largest tile.
  private func giveBackBuffers() throws {
    encoder = TileEncoder()
    compressor = try TileCompressor(level: plan.gzipLevel)
    memory.giveBack()
  }

  /// Rejects a tile that would not fit into the bound, by the size of its first features.
  private func expect(_ job: TileJobs.Job, _ tile: TileID, _ entries: [Range<Int>]) throws {
    guard isLarge(entries) else { return }
    let count = entries.reduce(0) { $0 + $1.count }
    try encode(job, tile, entries.map { $0.prefix(Self.sample) })
    let sampled = entries.reduce(0) { $0 + min($1.count, Self.sample) }
    let bytes = encoder.finish { $0.count } / max(1, sampled) * count
    try memory.expect(
      bytes * Self.bytesPerByte + count * Self.bytesPerFeature,
      for: "tile \(tile) with \(Counted.text(count, "feature"))")
  }

  /// The number of features from which a tile is estimated before it is made, and the number of a layer's features in
  /// the sample.
  private static let (largeTile, sample) = (20_000, 2_000)
  /// The memory per byte of a tile while it is made: in buffers that grow by doubling, in the tile, and compressed.
  private static let bytesPerByte = 6
  /// The memory per byte of a long value: it is also read from its file, and stored while the next tiles are made.
  private static let bytesPerLongByte = 8
  /// The further memory of a feature: its values in the tile's table, and its entry.
  private static let bytesPerFeature = 160

  /// Encodes a tile; a closure is called with the bytes of each layer's part.
  private func encode(
    _ job: TileJobs.Job, _ tile: TileID, _ entries: [Range<Int>], _ count: (Int, Int) -> Void = { _, _ in }
  ) throws {
    encoder.begin(extent: UInt32(plan.grid.extent))
    for index in entries.indices where !entries[index].isEmpty {
      let before = encoder.byteCount
      encoder.beginLayer(plan.tables[job.parts[index].layer])
      try job.parts[index].overlays.encode(entries: entries[index], tile: tile, into: &encoder)
      encoder.endLayer()
      count(job.parts[index].layer, encoder.byteCount - before)
    }
  }
}

/// The state that all tile workers of a run share.
struct TilePlan: Sendable {
  /// The layers, in the order of the configuration.
  let layers: [any OverlayLayer]
  /// Per layer: its name, keys and values, packed for the encoders.
  let tables: [TileLayer]
  /// The most bytes of a value that is not in memory, or is made while a tile is encoded.
  let longestStoredByteCount: Int
  /// The tiles' units.
  let grid: TileGrid
  /// The effort of compression.
  let gzipLevel: Int

  /// Packs the layers for the encoders.
  init(_ layers: [any OverlayLayer], grid: TileGrid, gzipLevel: Int) {
    self.layers = layers
    self.grid = grid
    self.gzipLevel = gzipLevel
    tables = layers.map { TileLayer(name: $0.name, keys: $0.properties.keys, values: $0.properties.values) }
    longestStoredByteCount = zip(tables, layers).reduce(0) {
      max($0, $1.0.longestStoredByteCount, $1.1.mostTextBytes)
    }
  }

  /// The zooms that some layer has.
  var zooms: [Int] {
    Array(Set(layers.flatMap { Array($0.zooms) })).sorted()
  }
}
