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
  /// Per position of the rings: the number of its square.
  private(set) var numbers: [Int32]
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
    guard let grid = SegmentGrid(geometry) else { return nil }
    self.init(geometry, SegmentContacts(grid))
  }

  /// The same where the contacts of the segments are known.
  init?(_ geometry: WorldGeometry, _ contacts: SegmentContacts) {
    guard !contacts.isDoubtful, let extent = geometry.extent, extent.longerSide < Self.mostColumns else { return nil }
    var passed = 0.0
    geometry.forEachSegment { _, s in passed += abs(s.bx - s.ax) + 1 }
    guard passed <= Double(max(geometry.x.count * Self.columnsPerPosition, Self.fewestColumns)) else { return nil }
    minX = extent.minX
    numbers = [Int32](repeating: 0, count: geometry.x.count)
    sort(geometry, contacts.crossings, columns: Int(extent.maxX - extent.minX) + 1)
  }

  /// Sorts the ends and crossings of segments by columns, and each column by y; equal ones are one square.
  private mutating func sort(_ geometry: WorldGeometry, _ crossings: [HotPixels.Vertex], columns: Int) {
    let positions = geometry.x.count
    var offsets = [Int32](repeating: 0, count: columns + 1)
    for px in geometry.x { offsets[Int(px - minX) + 1] += 1 }
    for vertex in crossings { offsets[Int(vertex.x - minX) + 1] += 1 }
    for column in 0..<columns { offsets[column + 1] += offsets[column] }
    // Positions by their indices, then crossings.
    var members = [(y: Double, index: Int32)](repeating: (0, 0), count: positions + crossings.count)
    func put(_ px: Double, _ py: Double, _ index: Int) {
      let column = Int(px - minX)
      members[Int(offsets[column])] = (py, Int32(index))
      offsets[column] += 1
    }
    for index in 0..<positions { put(geometry.x[index], geometry.y[index], index) }
    for (index, vertex) in crossings.enumerated() { put(vertex.x, vertex.y, positions + index) }
    x.reserveCapacity(members.count)
    y.reserveCapacity(members.count)
    ends.reserveCapacity(columns)
    var start = 0
    for column in 0..<columns {
      let end = Int(offsets[column])
      Self.sort(&members, start..<end)
      for rank in start..<end {
        if rank == start || members[rank].y != members[rank - 1].y {
          x.append(minX + Double(column))
          y.append(members[rank].y)
        }
        let index = Int(members[rank].index)
        if index < positions { numbers[index] = Int32(x.count - 1) }
      }
      ends.append(Int32(x.count))
      start = end
    }
  }

  /// The most members that are sorted by insertion.
  private static let fewMembers = 16

  private static func sort(_ members: inout [(y: Double, index: Int32)], _ range: Range<Int>) {
    guard range.count > 1 else { return }
    guard range.count <= fewMembers else { return members[range].sort { $0.y < $1.y } }
    for rank in (range.lowerBound + 1)..<range.upperBound {
      let member = members[rank]
      var hole = rank
      while hole > range.lowerBound, members[hole - 1].y > member.y {
        members[hole] = members[hole - 1]
        hole -= 1
      }
      members[hole] = member
    }
  }

  /// Adds the path of the segment from a position to the next one over the hot squares to a list, by their numbers: all
  /// but the last.
  @inline(__always)
  func appendPath(from index: Int, of geometry: WorldGeometry, to path: inout [Int32]) {
    let segment = SegmentContact.Segment(geometry.x, geometry.y, index)
    let (dx, dy) = (abs(segment.bx - segment.ax), abs(segment.by - segment.ay))
    // One unit along the grid, or along its diagonal that touches no third square.
    if dx + dy == 1 || (dx == 1 && dy == 1 && (segment.bx > segment.ax) == (segment.by > segment.ay)) {
      path.append(numbers[index])
    } else {
      appendPath(segment, to: &path)
      path.removeLast()
    }
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
      if squares.isEmpty { continue }
      var number = y[squares].partitioningIndex { $0 >= lowest }
      let first = path.count
      while number < squares.upperBound, y[number] <= highest {
        if HotPixels.passes(s, HotPixels.Vertex(x: x[number], y: y[number])) { path.append(Int32(number)) }
        number += 1
      }
      if s.by < s.ay { path[first...].reverse() }
    }
    if abs(s.by - s.ay) > s.bx - s.ax { sortAlong(&path, from: start, isUpward: s.by >= s.ay) }
    if (segment.ax, segment.ay) != (s.ax, s.ay) { path[start...].reverse() }
  }

  /// Sorts the squares of a steep segment.
  private func sortAlong(_ path: inout [Int32], from start: Int, isUpward: Bool) {
    guard path.count - start > 2 else { return }
    path[start...].sort { one, other in
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
