import OvertileClustering

/// The properties of points on their way to the tasks that draw them.
struct RowOutbox {
  private let tiles: DividedTiles
  /// By layer and tile.
  private var sent: [Int: [ShardTile: TaskRows]] = [:]

  /// Begins without rows.
  init(_ tiles: DividedTiles) { self.tiles = tiles }

  /// Whether tasks draw a layer.
  func isFor(layer: Int) -> Bool { tiles.halo(ofLayer: layer) != nil }

  /// Sends the rows of a slice's points to the tasks that draw them.
  ///
  /// - Parameter first: the number of the first point.
  mutating func send(_ rows: RowBatch, ofLayer layer: Int, first: UInt64) {
    guard let halo = tiles.halo(ofLayer: layer) else { return }
    var own = sent.removeValue(forKey: layer) ?? [:]
    for point in rows.pointX.indices {
      let (x, y) = (rows.pointX[point], rows.pointY[point])
      ShardTile.forEach(zoom: tiles.tileZoom, reachingX: x, y: y, halo: halo) { tile in
        own[tile, default: TaskRows(extraColumns: rows.extras.count)]
          .append(Int(rows.pointRows[point]), of: rows, point: first + UInt64(point))
      }
    }
    sent[layer] = own
  }

  /// Writes a section for each task.
  consuming func write(to writer: PartWriter) throws {
    for (layer, tiles) in sent.sorted(by: { $0.key < $1.key }) {
      for (tile, rows) in tiles.sorted(by: { $0.key < $1.key }) {
        var encoder = PartEncoder()
        rows.encode(&encoder)
        try writer.append(.shard(.rows, layer: layer, level: 0, tile), encoder.bytes)
      }
    }
  }
}
