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
  /// Per number: whether it is a junction.
  private(set) var isJunction: [Bool] = []

  /// Finds the junctions of lines and valid polygons on whole coordinates. Points have none.
  init(_ shapes: [WorldGeometry]) {
    let count = shapes.reduce(0) { $0 + ($1.kind == .points ? 0 : $1.x.count) }
    positions = PositionNumbers(count: count)
    numbers.reserveCapacity(count)
    for shape in shapes where shape.kind != .points {
      for ring in shape.ringEnds.indices {
        positions.append(Self.passes(ring, of: shape), of: shape, to: &numbers)
        ends.append(Int32(numbers.count))
        areLines.append(shape.kind == .lines)
      }
    }
    isJunction = [Bool](repeating: false, count: positions.x.count)
    mark()
  }

  /// The positions of a ring or line that are numbered: a ring's last one repeats its first.
  static func passes(_ ring: Int, of shape: WorldGeometry) -> Range<Int> {
    shape.kind == .polygons ? shape.positions(ofRing: ring).dropLast() : shape.positions(ofRing: ring)
  }

  private mutating func mark() {
    // Per number: the neighbors where it was first seen, the lower number first.
    var lows = [Int32](repeating: -1, count: isJunction.count)
    var highs = lows
    var start = 0
    for (ring, end) in ends.enumerated() {
      mark(start..<Int(end), isLine: areLines[ring], &lows, &highs)
      start = Int(end)
    }
  }

  /// Marks the junctions that a ring or line passes, by the indices of its positions' numbers.
  @inline(__always)
  private mutating func mark(_ passes: Range<Int>, isLine: Bool, _ lows: inout [Int32], _ highs: inout [Int32]) {
    let (start, end) = (passes.lowerBound, passes.upperBound)
    for index in passes {
      let number = Int(numbers[index])
      if isLine, index == start || index == end - 1 {
        isJunction[number] = true
        continue
      }
      let before = numbers[index == start ? end - 1 : index - 1]
      let after = numbers[index == end - 1 ? start : index + 1]
      let (low, high) = (min(before, after), max(before, after))
      if lows[number] < 0 { (lows[number], highs[number]) = (low, high) }
      if low == high || lows[number] != low || highs[number] != high { isJunction[number] = true }
    }
  }
}
