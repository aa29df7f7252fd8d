import OvertileTileArchiveWriting

/// Successive tiles of one zoom that a task has made, as it hands them to the process that builds.
struct TileSegment: Sendable {
  /// A layer in the tiles.
  struct Layer: Sendable, Hashable {
    /// Its index in the pipeline.
    let index: Int
    /// The facts with which its tags were made.
    let facts: TagFacts
  }

  /// The layers in the tiles.
  let layers: [Layer]
  /// Whether the tiles are gzip members.
  let isGzip: Bool
  /// The Hilbert ids of the tiles, ascending.
  private(set) var tiles: [UInt64] = []
  /// Per tile: its features.
  private(set) var features: [UInt32] = []
  /// Per tile and layer: the bytes of the layer's part before it is compressed.
  private var layerBytes: [UInt32] = []
  /// Per tile: the end of its bytes, counted from the first tile's.
  private(set) var ends: [UInt64] = []
  /// Per tile: its checksum; see `TilesOfFile`.
  private(set) var checksums: [UInt32] = []
  /// The bytes of all tiles, from `start` on; none if only the columns are there.
  private(set) var bytes: [UInt8] = []
  private(set) var start = 0

  /// No tiles.
  init(_ layers: [Layer], isGzip: Bool) { (self.layers, self.isGzip) = (layers, isGzip) }

  /// The bytes of all tiles.
  var byteCount: Int { Int(ends.last ?? 0) }

  /// Per layer, by its index in the pipeline: the tiles in which it is.
  var tileCounts: [Int: Int] {
    var counts: [Int: Int] = [:]
    for (column, layer) in layers.enumerated() {
      counts[layer.index] = tiles.indices.count { layerBytes[$0 * layers.count + column] > 0 }
    }
    return counts
  }

  /// The bytes of a tile, counted from the first tile's.
  func range(ofTile index: Int) -> Range<Int> { (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]) }

  /// Adds tiles that were made, in their order.
  ///
  /// - Parameter layers: per layer, as in `layers`: its index among those of the tiles.
  mutating func append(_ made: EncodedTiles, layers present: [Int]) throws {
    let (first, all) = (UInt64(bytes.count), made.nextLayerBytes.count)
    tiles.append(contentsOf: made.tiles.lazy.map(\.hilbertID))
    features += made.features
    for tile in 0..<made.count { for layer in present { layerBytes.append(made.layerBytes[tile * all + layer]) } }
    ends.append(contentsOf: made.ends.lazy.map { first + $0 })
    if made.isInMemory { bytes += made.bytes }
    try made.withEachTile { _, tile in
      if !made.isInMemory { bytes.append(contentsOf: tile) }
      checksums.append(TilesOfFile.checksum(of: tile))
    }
  }

  /// Per layer: the bytes of its part of a tile before it is compressed.
  func layerBytes(ofTile index: Int) -> ArraySlice<UInt32> {
    layerBytes[index * layers.count..<(index + 1) * layers.count]
  }

  /// Calls a closure with the bytes of a tile.
  func withBytes<R>(ofTile index: Int, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    let range = range(ofTile: index)
    return try bytes.withUnsafeBytes {
      try body(UnsafeRawBufferPointer(rebasing: $0[start + range.lowerBound..<start + range.upperBound]))
    }
  }

  /// All columns behind the number of their bytes; the bytes of the tiles follow.
  var head: [UInt8] {
    var columns = PartEncoder()
    columns.add(list: layers) { encoder, layer in
      encoder.add(layer.index)
      layer.facts.encode(&encoder)
    }
    columns.add(isGzip)
    columns.add(tiles)
    columns.add(features)
    columns.add(layerBytes)
    columns.add(ends)
    columns.add(checksums)
    var head = PartEncoder()
    head.add(columns.bytes)
    return head.bytes
  }

  /// Removes all tiles, and keeps the memory.
  mutating func removeAll() {
    tiles.removeAll(keepingCapacity: true)
    features.removeAll(keepingCapacity: true)
    layerBytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    checksums.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Reads tiles, and checks that all columns fit one another.
  init(_ decoder: inout PartDecoder) throws {
    var columns = PartDecoder(try decoder.byteColumn())
    self = try TileSegment(columns: &columns)
    try columns.finish()
    (bytes, start) = decoder.takeRest()
    guard bytes.count - start == byteCount else { throw PartFault("the columns of tiles do not fit one another") }
  }

  /// Reads the columns alone, and checks that they fit one another.
  init(columns decoder: inout PartDecoder) throws {
    layers = try decoder.list { Layer(index: try $0.int(), facts: try TagFacts(&$0)) }
    isGzip = try decoder.bool()
    tiles = try decoder.longWords()
    features = try decoder.words()
    layerBytes = try decoder.words()
    ends = try decoder.longWords()
    checksums = try decoder.words()
    func ascend(_ numbers: [UInt64]) -> Bool { zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } }
    guard features.count == tiles.count, ends.count == tiles.count, checksums.count == tiles.count,
      layerBytes.count == tiles.count * layers.count,
      ascend(tiles), ascend([0] + ends), ends.last ?? 0 <= UInt64(UInt32.max)
    else { throw PartFault("the columns of tiles do not fit one another") }
  }
}
