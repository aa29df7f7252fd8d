import MapMath

/// The tiles of a job, ready to store; under a memory bound in a file if they are many bytes.
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
  private(set) var ends: [UInt64] = []
  private var spool: SpoolFile?
  private var spooled: UInt64 = 0
  private let memory: MemoryWatch

  /// No tiles.
  init(_ sheet: TileSheet, layers: Int, _ memory: MemoryWatch) {
    nextLayerBytes = Array(repeating: 0, count: layers)
    self.sheet = sheet
    self.memory = memory
  }

  /// The number of tiles.
  var count: Int { tiles.count }

  /// Ends a tile.
  mutating func end(_ tile: TileID) throws {
    tiles.append(tile)
    layerBytes.append(contentsOf: nextLayerBytes.lazy.map { UInt32(truncatingIfNeeded: $0) })
    forgetLayers()
    ends.append(spooled + UInt64(bytes.count))
    guard let bound = memory.bound, bytes.count > bound.clippedFeatureBytes else { return }
    spool = try spool ?? memory.spool()
    guard let spool else { return }
    try bytes.withUnsafeBytes { _ = try spool.append($0) }
    spooled += UInt64(bytes.count)
    bytes = []
  }

  /// Per layer of the pipeline: the bytes of its part of a tile before it is compressed.
  func layerBytes(ofTile index: Int) -> ArraySlice<UInt32> {
    layerBytes[index * nextLayerBytes.count..<(index + 1) * nextLayerBytes.count]
  }

  /// Whether all bytes are in memory.
  var isInMemory: Bool { spool == nil }

  /// Forgets the layers of a tile that is not there.
  mutating func forgetLayers() {
    for layer in nextLayerBytes.indices { nextLayerBytes[layer] = 0 }
  }

  /// Calls a closure with each tile and its bytes.
  func withEachTile(_ body: (TileID, UnsafeRawBufferPointer) throws -> Void) throws {
    var start: UInt64 = 0
    for (tile, end) in zip(tiles, ends) {
      if let spool, start < spooled {
        try withUnsafeTemporaryAllocation(byteCount: Int(end - start), alignment: 1) { buffer in
          try spool.read(at: start, into: buffer)
          try body(tile, UnsafeRawBufferPointer(buffer))
        }
      } else {
        let range = Int(start - spooled)..<Int(end - spooled)
        try bytes.withUnsafeBytes { try body(tile, UnsafeRawBufferPointer(rebasing: $0[range])) }
      }
      start = end
    }
  }
}
