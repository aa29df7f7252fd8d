import MapMath

/// The positions at which borders meet: those whose neighbors are not the same in every ring and line through them.
///
/// Ends of lines are junctions, and positions where a line turns back on itself. O(n), whatever the order of the shapes.
struct Junctions {
  /// The distinct positions of the shapes.
  private(set) var positions: PositionNumbers
  /// Per position of each line, and of each ring but its last one, shape by shape: the number of the position.
  private(set) var numbers: [Int32] = []
  /// Per ring and line: the end of its positions among `numbers`, and whether it is a line.
  private(set) var ends: [Int32] = []
  private(set) var areLines: [Bool] = []
  /// Per shape: its first ring or line among those.
  private(set) var firstRings: [Int32] = []
  /// Per number: whether it is a junction.
  private(set) var isJunction: [Bool] = []

  /// Finds the junctions of lines and valid polygons on whole coordinates. Points have none.
  init(_ shapes: OrderedShapes) {
    let count = (0..<shapes.count).reduce(0) { $0 + (shapes.kind($1) == .points ? 0 : shapes.positionCount($1)) }
    positions = PositionNumbers(shapes)
    numbers.reserveCapacity(count)
    firstRings.reserveCapacity(shapes.count)
    var shape = WorldGeometry(kind: .points)
    for index in 0..<shapes.count {
      firstRings.append(Int32(ends.count))
      guard shapes.kind(index) != .points else { continue }
      shapes.read(index, into: &shape)
      for ring in shape.ringEnds.indices {
        // A ring's last position repeats its first.
        let passed = shape.positions(ofRing: ring).dropLast(shape.kind == .polygons ? 1 : 0)
        positions.append(passed, of: shape, to: &numbers)
        ends.append(Int32(numbers.count))
        areLines.append(shape.kind == .lines)
      }
    }
    isJunction = [Bool](repeating: false, count: positions.x.count)
    // Numbers are in the order in which they are first seen, so the next one is that of the end of this list.
    var known: [SIMD2<Int32>] = []
    known.reserveCapacity(isJunction.count)
    var start = 0
    for (ring, end) in ends.enumerated() {
      mark(start..<Int(end), isLine: areLines[ring], &known)
      start = Int(end)
    }
  }

  /// Marks the junctions that a ring or line passes, by the indices of its positions' numbers.
  ///
  /// - Parameter known: the numbers of the neighbors of a position where it was first seen, the lower first; negative if that
  ///   was the end of a line.
  @inline(__always)
  private mutating func mark(_ passes: Range<Int>, isLine: Bool, _ known: inout [SIMD2<Int32>]) {
    let (start, end) = (passes.lowerBound, passes.upperBound)
    for index in passes {
      let number = Int(numbers[index])
      if number == known.count { known.append(SIMD2(-1, -1)) }
      if isLine, index == start || index == end - 1 {
        isJunction[number] = true
        continue
      }
      let before = numbers[index == start ? end - 1 : index - 1]
      let after = numbers[index == end - 1 ? start : index + 1]
      let neighbors = SIMD2(min(before, after), max(before, after))
      if known[number].x < 0 { known[number] = neighbors }
      if before == after || known[number] != neighbors { isJunction[number] = true }
    }
  }
}
