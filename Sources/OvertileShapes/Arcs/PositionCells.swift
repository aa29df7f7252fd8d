import MapMath

/// A grid over shapes, and the slots of a hash table for each of its cells: positions near each other have slots near each
/// other, so that a border is numbered in a small part of the table.
struct PositionCells: Sendable {
  private let minX, minY, scaleX, scaleY: Double
  private let side: Int
  /// Per cell: the end of its slots.
  private var ends: [Int32]

  /// The positions for each cell on average: the slots of a cell fit into the nearest caches.
  static let positionsPerCell = 4096
  /// The slots for each two positions.
  private static let slotsPerTwo = 3
  /// The most cells along a side.
  private static let longestSide = 1 << 10

  /// Counts the positions of lines and polygons in each cell. O(positions).
  ///
  /// - Parameter enough: the positions for each cell on average.
  init(_ shapes: OrderedShapes, enough: Int = Self.positionsPerCell) {
    let drawn = (0..<shapes.count).lazy.filter { shapes.kind($0) != .points }
    let count = drawn.reduce(0) { $0 + shapes.positionCount($1) }
    let whole = drawn.compactMap { shapes.bounds($0) }.reduce(into: WorldBounds.empty) { $0.extend(to: $1) }
    let cells = Double(count / enough)
    side = max(1, min(Int(cells.squareRoot()), Self.longestSide))
    (minX, minY) = (whole.minX, whole.minY)
    (scaleX, scaleY) = (Double(side) / (whole.maxX - minX + 1), Double(side) / (whole.maxY - minY + 1))
    ends = [Int32](repeating: 0, count: side * side)
    var shape = WorldGeometry(kind: .points)
    for index in drawn {
      shapes.read(index, into: &shape)
      for position in shape.x.indices { ends[cell(shape.x[position], shape.y[position])] += 1 }
    }
    var end = 0
    for cell in ends.indices {
      end += Int(ends[cell]) * Self.slotsPerTwo / 2 + 2
      ends[cell] = Int32(end)
    }
  }

  /// The number of all slots.
  var slotCount: Int { Int(ends[ends.count - 1]) }

  @inline(__always)
  private func cell(_ x: Double, _ y: Double) -> Int {
    // Positions beyond the edges, where rounding may put them, are in the last cells.
    let column = min(Int((x - minX) * scaleX), side - 1)
    let row = min(Int((y - minY) * scaleY), side - 1)
    return row * side + column
  }

  /// The slots of the cell of a position.
  @inline(__always)
  func slots(_ x: Double, _ y: Double) -> Range<Int> {
    let cell = cell(x, y)
    return (cell == 0 ? 0 : Int(ends[cell - 1]))..<Int(ends[cell])
  }
}
