import MapMath

/// How many boxes are in each cell of a grid, and so how many pairs of them can meet at most. O(n).
struct CellCounts {
  let cells: GridCells
  /// Per cell: the number of boxes in the cells before it, each as often as it is in one.
  private(set) var begins: [Int32]
  /// The sum over the cells of the boxes in them; boxes beyond the limit are not counted.
  private(set) var members = 0
  /// The sum over the cells of the pairs of boxes in them: no fewer than the pairs that meet.
  private(set) var pairs = 0
  /// Per position of rings: its column and row.
  private(set) var columns: [Int32] = []
  private(set) var rows: [Int32] = []

  /// The cells that boxes are in, for each box, from which they are no longer counted.
  static let mostCells = 8

  /// Counts the segments of closed rings; nil if there are none, or if they are in too many cells.
  init?(_ geometry: WorldGeometry) {
    let count = geometry.x.count
    guard count < Int(Int32.max) / Self.mostCells, let extent = geometry.extent else { return nil }
    var (widths, heights) = (0.0, 0.0)
    geometry.forEachSegment { _, s in
      widths += abs(s.bx - s.ax)
      heights += abs(s.by - s.ay)
    }
    let cells = GridCells(extent, count: count, widths: widths, heights: heights)
    self.cells = cells
    columns = geometry.x.map { Int32(truncatingIfNeeded: cells.column($0)) }
    rows = geometry.y.map { Int32(truncatingIfNeeded: cells.row($0)) }
    begins = [Int32](repeating: 0, count: cells.count)
    let limit = count * Self.mostCells
    var members = 0
    let (columns, rows) = (columns, rows)
    begins.withUnsafeMutableBufferPointer { counts in
      Self.forEachBox(geometry.ringEnds, columns, rows) { _, box in
        members += box.count
        if members <= limit { box.forEach(inRowsOf: cells.columns) { counts[$0] += 1 } }
      }
    }
    guard members <= limit else { return nil }
    self.members = members
    accumulate()
  }

  /// Counts boxes; nil if there are none, or if they are in too many cells.
  init?(_ boxes: [BoxTree.Box]) {
    let count = boxes.count
    guard count < Int(Int32.max) / Self.mostCells else { return nil }
    var (whole, widths, heights) = (BoxTree.Box.empty, 0.0, 0.0)
    for box in boxes {
      whole.extend(to: box)
      widths += box.maxX - box.minX
      heights += box.maxY - box.minY
    }
    guard whole.minX <= whole.maxX else { return nil }
    let extent = WorldExtent(minX: whole.minX, minY: whole.minY, maxX: whole.maxX, maxY: whole.maxY)
    cells = GridCells(extent, count: count, widths: widths, heights: heights)
    begins = [Int32](repeating: 0, count: cells.count)
    for box in boxes {
      let box = cells.box(box)
      members += box.count
      guard members <= count * Self.mostCells else { return nil }
      box.forEach(inRowsOf: cells.columns) { begins[$0] += 1 }
    }
    accumulate()
  }

  /// From the boxes in each cell to those in the cells before it.
  private mutating func accumulate() {
    var (begin, pairs): (Int32, Int) = (0, 0)
    begins.withUnsafeMutableBufferPointer { counts in
      for cell in counts.indices {
        let inside = counts[cell]
        pairs += Int(inside) * Int(inside - 1) / 2
        counts[cell] = begin
        begin += inside
      }
    }
    self.pairs = pairs
  }

  /// Calls back with each segment of rings, by the index of its first position, and the cells that its box meets.
  @inline(__always)
  static func forEachBox(
    _ ringEnds: [Int], _ columns: [Int32], _ rows: [Int32], _ body: (Int, GridCells.Box) -> Void
  ) {
    columns.withUnsafeBufferPointer { columns in
      rows.withUnsafeBufferPointer { rows in
        var start = 0
        for end in ringEnds {
          for index in start..<max(start, end - 1) {
            let (column, row, nextColumn, nextRow) = (columns[index], rows[index], columns[index + 1], rows[index + 1])
            body(
              index,
              GridCells.Box(
                west: min(column, nextColumn), north: min(row, nextRow), east: max(column, nextColumn),
                south: max(row, nextRow)))
          }
          start = end
        }
      }
    }
  }
}
