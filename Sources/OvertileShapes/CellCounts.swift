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

  /// The cells that boxes are in, for each box, from which they are no longer counted.
  static let mostCells = 8

  /// Counts the segments of closed rings; nil if there are none, or if they are in too many cells.
  init?(_ geometry: WorldGeometry) {
    self.init(count: geometry.x.count) { body in geometry.forEachSegment { _, s in body(s.box) } }
  }

  /// Counts boxes; nil if there are none, or if they are in too many cells.
  init?(_ boxes: [BoxTree.Box]) {
    self.init(count: boxes.count) { body in boxes.forEach(body) }
  }

  @inline(__always)
  private init?(count: Int, _ forEach: ((BoxTree.Box) -> Void) -> Void) {
    guard count < Int(Int32.max) / Self.mostCells else { return nil }
    var (whole, widths, heights) = (BoxTree.Box.empty, 0.0, 0.0)
    forEach { box in
      whole.extend(to: box)
      widths += box.maxX - box.minX
      heights += box.maxY - box.minY
    }
    guard whole.minX <= whole.maxX else { return nil }
    let extent = WorldExtent(minX: whole.minX, minY: whole.minY, maxX: whole.maxX, maxY: whole.maxY)
    let cells = GridCells(extent, count: count, widths: widths, heights: heights)
    var (members, pairs) = (0, 0)
    begins = [Int32](repeating: 0, count: cells.count)
    begins.withUnsafeMutableBufferPointer { counts in
      forEach { box in
        members += cells.count(box)
        if members <= count * Self.mostCells { cells.forEach(box) { counts[$0] += 1 } }
      }
      var begin: Int32 = 0
      for cell in counts.indices {
        let inside = counts[cell]
        pairs += Int(inside) * Int(inside - 1) / 2
        counts[cell] = begin
        begin += inside
      }
    }
    guard members <= count * Self.mostCells else { return nil }
    (self.cells, self.members, self.pairs) = (cells, members, pairs)
  }
}
