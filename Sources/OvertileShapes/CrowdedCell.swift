import MapMath

/// The segments in one crowded cell of a grid by finer cells, where detail is not spread evenly.
///
/// Its buffers serve one cell after the other.
struct CrowdedCell {
  /// Per fine cell: the end of its segments among all.
  private(set) var ends: [Int32] = []
  private(set) var members: [Int32] = []
  private var boxes: [GridCells.Box] = []

  /// The segments from which a cell is crowded.
  static let fewest = 24
  /// The fine cells in a row at most, and the fine cells for each segment.
  private static let mostColumns = 64
  private static let cellsPerSegment = 4.0
  /// The fine cells that segments are in, for each segment, from which they are not worth it.
  private static let mostCells = 6

  /// Puts segments into the fine cells of a cell; false if they are in too many.
  ///
  /// - Parameters:
  ///   - source: the indices of the segments' first positions.
  ///   - extent: the cell.
  mutating func split(
    _ source: Slice<UnsafeBufferPointer<Int32>>, _ x: UnsafeBufferPointer<Double>, _ y: UnsafeBufferPointer<Double>,
    _ extent: WorldExtent
  ) -> Bool {
    let side = min(Self.mostColumns, Int((Double(source.count) * Self.cellsPerSegment).squareRoot()))
    let (scaleX, scaleY) = (Double(side) / (extent.maxX - extent.minX), Double(side) / (extent.maxY - extent.minY))
    let last = Double(side - 1)
    func fine(_ value: Double) -> Int32 { Int32(min(max(value, 0), last)) }
    boxes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    ends.append(contentsOf: repeatElement(0, count: side * side))
    var count = 0
    for index in source {
      let (one, other) = (Int(index), Int(index) + 1)
      let (ax, bx) = (fine((x[one] - extent.minX) * scaleX), fine((x[other] - extent.minX) * scaleX))
      let (ay, by) = (fine((y[one] - extent.minY) * scaleY), fine((y[other] - extent.minY) * scaleY))
      let box = GridCells.Box(west: min(ax, bx), north: min(ay, by), east: max(ax, bx), south: max(ay, by))
      count += box.count
      guard count <= source.count * Self.mostCells else { return false }
      boxes.append(box)
      box.forEach(inRowsOf: side) { ends[$0] += 1 }
    }
    var begin: Int32 = 0
    for cell in ends.indices { (ends[cell], begin) = (begin, begin + ends[cell]) }
    members.removeAll(keepingCapacity: true)
    members.append(contentsOf: repeatElement(0, count: count))
    for (index, box) in zip(source, boxes) {
      box.forEach(inRowsOf: side) { cell in
        members[Int(ends[cell])] = index
        ends[cell] += 1
      }
    }
    return true
  }
}
