/// Tiles of one zoom whose nodes a task clusters together, with one halo around all of them.
///
/// Nodes are handed to tasks by cells, which are sixteenths of a level's tiles: a halo is at most one cell deep, so that a task needs the
/// cells of its region and those that touch them, and no node is handed to it twice. The region's tiles may be as small as a cell.
package struct ShardRegion: Sendable, Hashable {
  /// The zoom of the tiles.
  package let zoom: Int
  /// The zoom of the cells.
  package let cellZoom: Int
  /// The tiles, in the order in which they were passed.
  package let tiles: [ShardTile]
  /// By the number of a tile, row after row: whether it is one of these; empty for zooms with many tiles.
  private let isHeld: [Bool]
  private let numbers: Set<UInt64>

  /// The cells along a side of a tile, as a power of 2.
  private static let cellZooms = 2
  /// The greatest zoom whose tiles are looked up in a table.
  private static let greatestTableZoom = 9

  /// A region of some tiles of a zoom; tiles of others are left out.
  ///
  /// - Parameter cellZoom: the zoom of the cells, which are no larger than the tiles; nil for sixteenths of these.
  package init(zoom: Int, _ tiles: [ShardTile], cellZoom: Int? = nil) {
    (self.zoom, self.cellZoom) = (zoom, max(zoom, cellZoom ?? Self.cellZoom(tileZoom: zoom)))
    self.tiles = tiles.filter { $0.zoom == zoom }
    let all = self.tiles.map { UInt64($0.row) << UInt64(zoom) | UInt64($0.column) }
    guard zoom <= Self.greatestTableZoom else {
      (isHeld, numbers) = ([], Set(all))
      return
    }
    var table = [Bool](repeating: false, count: 1 << (2 * zoom))
    for number in all where number < table.count { table[Int(number)] = true }
    (isHeld, numbers) = (table, [])
  }

  /// The zoom of the cells of a zoom's tiles; the whole world is one cell.
  package static func cellZoom(tileZoom: Int) -> Int { tileZoom == 0 ? 0 : tileZoom + cellZooms }

  /// The zoom of the tiles whose cells are like one.
  package static func tileZoom(ofCell cell: ShardTile) -> Int { max(0, cell.zoom - cellZooms) }

  /// Whether a tile is one of the region's.
  @inline(__always)
  package func holds(column: UInt64, row: UInt64) -> Bool {
    let number = row << UInt64(zoom) | column
    return isHeld.isEmpty ? numbers.contains(number) : isHeld[Int(truncatingIfNeeded: number)]
  }

  /// Whether a position is in one of the tiles.
  @inline(__always)
  package func holds(x: UInt32, y: UInt32) -> Bool {
    let shift = UInt64(32 - zoom)
    return holds(column: UInt64(x) >> shift, row: UInt64(y) >> shift)
  }

  /// Whether a position is in one of the tiles or within a halo around it; see `ShardTile.reaches`.
  package func reaches(x: UInt32, y: UInt32, halo: UInt64) -> Bool {
    if holds(x: x, y: y) { return true }
    var isReached = false
    ShardTile.forEach(zoom: zoom, reachingX: x, y: y, halo: halo) { tile in
      if holds(column: UInt64(tile.column), row: UInt64(tile.row)) { isReached = true }
    }
    return isReached
  }

  /// Whether a cell lies in one of the tiles.
  package func holds(cell: ShardTile) -> Bool {
    let shift = UInt32(cell.zoom - zoom)
    return holds(column: UInt64(cell.column >> shift), row: UInt64(cell.row >> shift))
  }

  /// The cells of the tiles and those that touch them, ascending. O(cells).
  package var cells: [ShardTile] {
    var found: Set<ShardTile> = []
    for tile in tiles { found.formUnion(tile.cellsAround(at: cellZoom)) }
    return found.sorted()
  }
}

extension ShardTile {
  /// The tiles of a task that needs the nodes of a cell: its own, and those that touch it.
  package func tiles(ofCellsAt tileZoom: Int) -> Set<ShardTile> {
    let shift = UInt32(zoom - tileZoom)
    return Set(
      Self.block(zoom: zoom, column: Int64(column), row: Int64(row), count: 1).map {
        ShardTile(zoom: tileZoom, column: $0.column >> shift, row: $0.row >> shift)
      })
  }

  /// The cells of the tile and those that touch them, each once.
  package func cellsAround(at cellZoom: Int) -> [ShardTile] {
    let cellsAlong = Int64(1) << Int64(cellZoom - zoom)
    return Self.block(
      zoom: cellZoom, column: Int64(column) * cellsAlong, row: Int64(row) * cellsAlong, count: cellsAlong)
  }

  /// The tiles of a square block and those that touch it, each once; columns wrap at the 180th meridian.
  fileprivate static func block(zoom: Int, column: Int64, row: Int64, count: Int64) -> [ShardTile] {
    let all = Int64(1) << Int64(zoom)
    let rows = max(0, row - 1)...min(all - 1, row + count)
    let columns = count + 2 >= all ? 0...all - 1 : column - 1...column + count
    return rows.flatMap { row in
      columns.map { ShardTile(zoom: zoom, column: UInt32($0 & (all - 1)), row: UInt32(row)) }
    }
  }
}
