import MapMath
import OvertileSearching

/// `HotPixels` of rings on a small grid, such as a tile's: the hot squares are sorted into columns, and a segment looks only into
/// those that it passes. O(n) for ordinary outlines.
///
/// The squares and paths are those of `HotPixels`, except where that makes squares hot in which very many segments lie
/// though none ends or crosses there.
struct PixelColumns {
  /// The middles of the hot squares, by x, then y.
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  private let minX: Double
  /// Per column: the end of its squares.
  private var ends: [Int32] = []

  /// The columns that segments pass, for each position and at least, from which `HotPixels` is faster.
  private static let columnsPerPosition = 32
  private static let fewestColumns = 1 << 16
  /// The most columns of squares, and half the most rows.
  private static let mostColumns = 0x1p18

  /// Finds the hot squares of rings on whole coordinates; nil if the grid is too large, too many segments share cells, or
  /// rounding leaves a doubt where two of them cross.
  init?(_ geometry: WorldGeometry) {
    guard let extent = geometry.extent, extent.longerSide < Self.mostColumns else { return nil }
    var passed = 0.0
    geometry.forEachSegment { _, s in passed += abs(s.bx - s.ax) + 1 }
    guard passed <= Double(max(geometry.x.count * Self.columnsPerPosition, Self.fewestColumns)) else { return nil }
    minX = extent.minX
    guard let grid = SegmentGrid(geometry), let crossings = Self.crossings(grid) else { return nil }
    sort(geometry, crossings, columns: Int(extent.maxX - extent.minX) + 1)
  }

  /// Sorts the ends and crossings of segments by columns, and each column by y; equal ones are one square.
  private mutating func sort(_ geometry: WorldGeometry, _ crossings: [HotPixels.Vertex], columns: Int) {
    var offsets = [Int32](repeating: 0, count: columns + 1)
    func column(_ x: Double) -> Int { Int(x - minX) }
    geometry.forEachSegment { _, s in offsets[column(s.ax) + 1] += 1 }
    for vertex in crossings { offsets[column(vertex.x) + 1] += 1 }
    for column in 0..<columns { offsets[column + 1] += offsets[column] }
    var rows = [Double](repeating: 0, count: Int(offsets[columns]))
    func put(_ x: Double, _ y: Double) {
      rows[Int(offsets[column(x)])] = y
      offsets[column(x)] += 1
    }
    geometry.forEachSegment { _, s in put(s.ax, s.ay) }
    for vertex in crossings { put(vertex.x, vertex.y) }
    ends.reserveCapacity(columns)
    var start = 0
    for column in 0..<columns {
      let end = Int(offsets[column])
      if end - start > 1 { rows[start..<end].sort() }
      for index in start..<end where index == start || rows[index] != rows[index - 1] {
        x.append(minX + Double(column))
        y.append(rows[index])
      }
      ends.append(Int32(x.count))
      start = end
    }
  }

  /// The squares in which segments cross between their ends; nil if rounding leaves a doubt.
  private static func crossings(_ grid: SegmentGrid) -> [HotPixels.Vertex]? {
    var found: [HotPixels.Vertex] = []
    let isComplete = grid.allSatisfy { _, first, _, second in
      guard SegmentContact.crossAmid(first, second) else { return true }
      guard let vertex = HotPixels.crossing(first.eastward, second.eastward) else { return false }
      found.append(vertex)
      return true
    }
    return isComplete ? found : nil
  }

  /// Adds the path of a segment over the hot squares to a list, by their numbers, from its first end to its second.
  func appendPath(_ segment: SegmentContact.Segment, to path: inout [Int32]) {
    let s = segment.eastward
    let start = path.count
    // How far the segment can be from the middle of a column within it, and half a square.
    let slope = s.bx == s.ax ? 0 : (s.by - s.ay) / (s.bx - s.ax)
    let reach = abs(slope) / 2 + 1
    let (low, high) = (min(s.ay, s.by), max(s.ay, s.by))
    for column in Int(s.ax - minX)...Int(s.bx - minX) {
      let middle = s.ay + (minX + Double(column) - s.ax) * slope
      let (lowest, highest) = s.bx == s.ax ? (low, high) : (max(low, middle - reach), min(high, middle + reach))
      let squares = Int(column == 0 ? 0 : ends[column - 1])..<Int(ends[column])
      var number = y[squares].partitioningIndex { $0 >= lowest }
      let first = path.count
      while number < squares.upperBound, y[number] <= highest {
        if HotPixels.passes(s, HotPixels.Vertex(x: x[number], y: y[number])) { path.append(Int32(number)) }
        number += 1
      }
      if s.by < s.ay { path[first...].reverse() }
    }
    if abs(s.by - s.ay) > s.bx - s.ax { sortAlong(&path[start...], isUpward: s.by >= s.ay) }
    if (segment.ax, segment.ay) != (s.ax, s.ay) { path[start...].reverse() }
  }

  /// Sorts the squares of a steep segment.
  private func sortAlong(_ path: inout ArraySlice<Int32>, isUpward: Bool) {
    guard path.count > 2 else { return }
    path.sort { one, other in
      let (a, b) = (Int(one), Int(other))
      if y[a] != y[b] { return isUpward ? y[a] < y[b] : y[a] > y[b] }
      return x[a] < x[b]
    }
  }
}

extension SegmentContact.Segment {
  /// The segment from its lower end by x, then y.
  var eastward: Self { (ax, ay) <= (bx, by) ? self : Self(ax: bx, ay: by, bx: ax, by: ay) }
}
