import MapMath
import OvertileReading
import OvertileTileArchive

/// The tiles of a job, ready to store.
struct EncodedTiles: Sendable {
  /// The sheet of the tiles.
  let sheet: TileSheet
  /// The tiles, ascending.
  private(set) var tiles: [TileID] = []
  /// The bytes after those of the tiles so far: bytes added here belong to the next tile.
  var bytes: [UInt8] = []
  /// Per layer of the pipeline: the bytes of its part of the next tile before it is compressed.
  var nextLayerBytes: [Int]
  /// The same for each tile so far, tile after tile.
  private(set) var layerBytes: [UInt32] = []
  /// Per tile: the end of its bytes.
  private(set) var ends: [Int] = []

  /// No tiles.
  init(_ sheet: TileSheet, layers: Int) {
    nextLayerBytes = Array(repeating: 0, count: layers)
    self.sheet = sheet
  }

  /// The number of tiles.
  var count: Int { tiles.count }

  /// Ends a tile.
  mutating func end(_ tile: TileID) {
    tiles.append(tile)
    layerBytes.append(contentsOf: nextLayerBytes.lazy.map { UInt32(truncatingIfNeeded: $0) })
    forgetLayers()
    ends.append(bytes.count)
  }

  /// Per layer of the pipeline: the bytes of its part of a tile before it is compressed.
  func layerBytes(ofTile index: Int) -> ArraySlice<UInt32> {
    layerBytes[index * nextLayerBytes.count..<(index + 1) * nextLayerBytes.count]
  }

  /// Forgets the layers of a tile that is not there.
  mutating func forgetLayers() {
    for layer in nextLayerBytes.indices { nextLayerBytes[layer] = 0 }
  }

  /// Calls a closure with each tile, its number and its bytes.
  func withEachTile(_ body: (Int, TileID, UnsafeRawBufferPointer) throws -> Void) throws {
    for (index, tile) in tiles.enumerated() {
      let range = (index == 0 ? 0 : ends[index - 1])..<ends[index]
      try bytes.withUnsafeBytes { try body(index, tile, UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
  }
}

extension EncodedTiles {
  /// The tiles as the bytes of a record.
  func record() throws -> [UInt8] {
    var (tiles, columns) = (self, RecordColumns())
    try tiles.pass(&columns)
    return columns.bytes
  }

  /// Reads the tiles of a sheet.
  init(_ sheet: TileSheet, record: [UInt8]) throws {
    self.init(sheet, layers: 0)
    var columns = RecordColumns(reading: record)
    try pass(&columns)
  }

  /// Writes the tiles to columns, or reads them.
  private mutating func pass(_ columns: inout RecordColumns) throws {
    var ids = tiles.map(\.hilbertID)
    try columns.pass(&ids)
    tiles = try ids.map { id in
      guard let tile = TileID(hilbertID: id) else { throw RecordColumns.damage }
      return tile
    }
    for column in [\Self.ends, \.nextLayerBytes] { try columns.pass(&self[keyPath: column]) }
    try columns.pass(&layerBytes)
    try columns.pass(&bytes)
  }
}

/// The tiles that tasks have made: the results of jobs, each in the part of the task that has it.
struct MadeTiles {
  private let parts: [PartReader]

  /// Takes the parts of all tasks.
  init?(_ parts: [PartReader]) {
    if parts.isEmpty { return nil }
    self.parts = parts
  }

  /// The tiles of a job, found on this thread and read by any. Jobs come in order, and some may be left out.
  func tiles(of job: JobSupply.Job) throws -> @Sendable (TileWorker) throws -> EncodedTiles {
    let part = parts[job.task(of: parts.count)]
    while let record = try part.next(), record.number <= job.number {
      if record.number == job.number {
        return { [sheet = job.job.sheet] _ in try EncodedTiles(sheet, record: record.bytes) }
      }
    }
    throw PartReader.fault(part.path, "the part does not contain the tiles of this build")
  }
}
