import MapMath

/// Numbers for distinct positions, from 0, in the order in which they are first seen.
struct PositionNumbers {
  /// Per number: the position.
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  /// A hash table with open addresses: numbers, or -1 where a slot is free.
  private var table: [Int32]
  private let cells: PositionCells

  /// Prepares for the positions of lines and polygons. O(their number).
  ///
  /// - Parameter enough: the positions for each cell on average.
  init(_ shapes: OrderedShapes, enough: Int = PositionCells.positionsPerCell) {
    cells = PositionCells(shapes, enough: enough)
    table = [Int32](repeating: -1, count: cells.slotCount)
    // Of borders that two shapes share, half the positions are distinct.
    x.reserveCapacity(table.count / 3)
    y.reserveCapacity(table.count / 3)
  }

  /// Adds the numbers of some positions of a ring or line on whole coordinates to a list; O(1) each on average. The shape
  /// is one of those that it is prepared for.
  mutating func append(_ range: Range<Int>, of shape: WorldGeometry, to numbers: inout [Int32]) {
    var last = Int32(-2)
    shape.withColumns { px, py in
      for index in range {
        last = follower(of: last, px[index], py[index]) ?? number(x: px[index], y: py[index])
        numbers.append(last)
      }
    }
  }

  /// The number before or after another one, if it is that of a position: where a border is passed once more.
  @inline(__always)
  private func follower(of number: Int32, _ px: Double, _ py: Double) -> Int32? {
    let (before, after) = (Int(number) - 1, Int(number) + 1)
    if before >= 0, x[before] == px, y[before] == py { return number - 1 }
    return number >= 0 && after < x.count && x[after] == px && y[after] == py ? number + 1 : nil
  }

  @inline(__always)
  private mutating func number(x px: Double, y py: Double) -> Int32 {
    let own = cells.slots(px, py)
    var hash = UInt64(bitPattern: Int64(px)) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 32) ^ UInt64(bitPattern: Int64(py))) &* 0xD6E8_FEB8_6659_FD93
    var slot = own.lowerBound + Int((hash >> 32 &* UInt64(own.count)) >> 32)
    while table[slot] >= 0 {
      let number = Int(table[slot])
      if x[number] == px, y[number] == py { return table[slot] }
      slot = slot + 1 == own.upperBound ? own.lowerBound : slot + 1
    }
    table[slot] = Int32(x.count)
    x.append(px)
    y.append(py)
    return table[slot]
  }

  /// Whether one position comes before another, by x, then y.
  @inline(__always)
  func precedes(_ one: Int32, _ other: Int32) -> Bool {
    let (a, b) = (Int(one), Int(other))
    return x[a] == x[b] ? y[a] < y[b] : x[a] < x[b]
  }
}

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
