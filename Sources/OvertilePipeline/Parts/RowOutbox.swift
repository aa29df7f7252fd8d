import OvertileClustering

/// The properties of points on their way to the tasks that draw them.
struct RowOutbox {
  private let tiles: DividedTiles
  private var sent = TileOutbox<TaskRows>()

  /// Begins without rows.
  init(_ tiles: DividedTiles) { self.tiles = tiles }

  /// Whether tasks draw a layer.
  func isFor(layer: Int) -> Bool { tiles.halo(ofLayer: layer) != nil }

  /// Sends the rows of a slice's points to the tasks that draw them.
  ///
  /// - Parameter first: the number of the first point.
  mutating func send(_ rows: RowBatch, ofLayer layer: Int, first: UInt64) {
    guard let halo = tiles.halo(ofLayer: layer) else { return }
    let tileZoom = tiles.tileZoom
    sent.update(layer: layer) { own in
      for point in rows.pointX.indices {
        let (x, y) = (rows.pointX[point], rows.pointY[point])
        ShardTile.forEach(zoom: tileZoom, reachingX: x, y: y, halo: halo) { tile in
          own[tile, default: TaskRows(extraColumns: rows.extras.count)]
            .append(Int(rows.pointRows[point]), of: rows, point: first + UInt64(point))
        }
      }
    }
  }

  /// Writes a section for each task.
  consuming func write(to writer: PartWriter) throws {
    try sent.write(.rows, level: 0, to: writer) { $0.encode(&$1) }
  }
}
