import MapMath
import OvertileClustering

/// The tiles of a level in the order of the Hilbert curve, divided among its tasks: each has a run of about as many points as
/// any other.
///
/// Tiles that lie together have one halo around all of them. All tasks find the same shares, since all know what was sent.
struct ShardShares {
  private let tiles: [(tile: ShardTile, cellZoom: Int, points: Int)]
  private let pointsOfCell: [ShardTile: Int]
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
      let tile = ShardTile(zoom: zoom, column: cell.column >> shift, row: cell.row >> shift)
      found[tile, default: (cell.zoom, 0)].points += count
    }
    tiles = found.map { ($0, $1.cellZoom, $1.points) }.sorted { $0.tile.id < $1.tile.id }
    pointsOfCell = points.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    all = tiles.reduce(0) { $0 + $1.points }
    self.tasks = tasks
  }

  /// The points of a task, about.
  var pointsPerTask: Int { all / tasks }

  /// The task of each tile.
  var taskOfTile: [ShardTile: Int] {
    var tasks: [ShardTile: Int] = [:]
    forEach { tile, _, _, task in tasks[tile] = task }
    return tasks
  }

  /// The tiles of a task, as regions of at most so many points with those around them, or one tile each.
  func regions(ofTask number: Int, mostPoints: Int) -> [ShardRegion] {
    var regions: [GrowingRegion] = []
    forEach { tile, cellZoom, _, task in
      guard task == number else { return }
      if regions.isEmpty || !regions[regions.count - 1].add(tile, cellZoom, pointsOfCell, most: mostPoints) {
        var region = GrowingRegion(zoom: tile.zoom, cellZoom: cellZoom)
        _ = region.add(tile, cellZoom, pointsOfCell, most: .max)
        regions.append(region)
      }
    }
    return regions.map(\.region)
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

/// A region to which tiles are added, and the points of its cells and of those that touch them.
private struct GrowingRegion {
  let zoom: Int
  let cellZoom: Int
  private var tiles: [ShardTile] = []
  private var cells: Set<ShardTile> = []
  private var points = 0

  init(zoom: Int, cellZoom: Int) { (self.zoom, self.cellZoom) = (zoom, cellZoom) }

  var region: ShardRegion { ShardRegion(zoom: zoom, tiles, cellZoom: cellZoom) }

  /// Adds a tile of the same zoom, unless there would be too many points; returns whether it did. O(cells of the tile).
  mutating func add(_ tile: ShardTile, _ cellZoom: Int, _ pointsOfCell: [ShardTile: Int], most: Int) -> Bool {
    guard tile.zoom == zoom, cellZoom == self.cellZoom else { return false }
    let further = tile.cellsAround(at: cellZoom).filter { !cells.contains($0) }
    let sum = further.reduce(points) { $0 + pointsOfCell[$1, default: 0] }
    guard sum <= most else { return false }
    points = sum
    tiles.append(tile)
    cells.formUnion(further)
    return true
  }
}
