import MapMath
import OvertileClustering

/// The tiles of a level in the order of the Hilbert curve, divided among its tasks: each has a run of about as many points as
/// any other.
///
/// Tiles that lie together have one halo around all of them. All tasks find the same shares, since all know what was sent.
struct ShardShares {
  private let tiles: [(tile: ShardTile, cellZoom: Int, points: Int)]
  private let all: Int
  private let tasks: Int

  /// Divides the tiles with points, and those that such points may reach.
  ///
  /// - Parameter points: the points of the cells of each layer.
  init(_ points: [Int: [ShardTile: Int]], _ zooms: RegionZooms, tasks: Int) {
    var found: [ShardTile: (cellZoom: Int, points: Int)] = [:]
    for (cell, count) in points.values.joined() {
      let zoom = zooms.zoom(ofCell: cell)
      for tile in cell.tiles(ofCellsAt: zoom) { found[tile, default: (cell.zoom, 0)].points += 0 }
      let shift = UInt32(cell.zoom - zoom)
      found[ShardTile(zoom: zoom, column: cell.column >> shift, row: cell.row >> shift), default: (cell.zoom, 0)].points += count
    }
    tiles = found.map { ($0, $1.cellZoom, $1.points) }.sorted { $0.tile.id < $1.tile.id }
    all = tiles.reduce(0) { $0 + $1.points }
    self.tasks = tasks
  }

  /// The task of each tile.
  var taskOfTile: [ShardTile: Int] {
    var tasks: [ShardTile: Int] = [:]
    forEach { tile, _, _, task in tasks[tile] = task }
    return tasks
  }

  /// The tiles of a task, as regions of at most so many points, or one tile each.
  func regions(ofTask number: Int, mostPoints: Int) -> [ShardRegion] {
    var (regions, own, sum, cellZoom): ([ShardRegion], [ShardTile], Int, Int) = ([], [], 0, 0)
    func end() {
      if let first = own.first { regions.append(ShardRegion(zoom: first.zoom, own, cellZoom: cellZoom)) }
      (own, sum) = ([], 0)
    }
    forEach { tile, cells, points, task in
      guard task == number else { return }
      if let first = own.first, sum + points > mostPoints || first.zoom != tile.zoom || cells != cellZoom { end() }
      own.append(tile)
      cellZoom = cells
      sum += points
    }
    end()
    return regions
  }

  private func forEach(_ body: (ShardTile, _ cellZoom: Int, _ points: Int, _ task: Int) -> Void) {
    var before = 0
    for (tile, cellZoom, points) in tiles {
      // By the middle of its points.
      let part = all == 0 ? 0 : (Double(before) + Double(points) / 2) / Double(all)
      body(tile, cellZoom, points, min(tasks - 1, Int(part * Double(tasks))))
      before += points
    }
  }
}

extension ShardTile {
  fileprivate var id: UInt64 { TileID(uncheckedZ: UInt8(zoom), x: column, y: row).hilbertID }
}
