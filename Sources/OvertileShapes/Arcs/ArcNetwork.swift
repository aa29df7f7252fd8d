import MapMath

/// The borders of lines and polygons, cut where they meet: arcs, each once, whatever rings it belongs to.
///
/// Arcs and their directions depend on the set of shapes only: an arc begins at the one of its ends that is first by x,
/// then y; a closed one goes from there towards the neighbor that is first. A ring without junctions is a closed arc that
/// begins at its first position by x, then y.
struct ArcNetwork: Sendable {
  /// The arcs, as lines; a closed arc repeats its first position.
  let arcs: WorldGeometry
  /// Per ring and line: the position at which its first arc begins, from its own first; and whether it is a line.
  let starts: [Int32]
  let areLines: [Bool]
  /// Per ring and line: its arcs in their order, each doubled, plus 1 if it is passed backwards; and their end.
  private let uses: [Int32]
  private var ends: [Int32] = []
  /// Per shape: its first ring among those of all shapes.
  private let firstRings: [Int32]

  /// Cuts lines and valid polygons on whole coordinates into arcs. O(n). Points have none.
  init(_ shapes: OrderedShapes) {
    let junctions = Junctions(shapes)
    var cutter = ArcCutter(junctions)
    var start = 0
    for (ring, end) in junctions.ends.enumerated() {
      cutter.cut(start..<Int(end), isRing: !junctions.areLines[ring])
      ends.append(Int32(cutter.uses.count))
      start = Int(end)
    }
    (arcs, uses, starts) = (cutter.arcs, cutter.uses, cutter.starts)
    (areLines, firstRings) = (junctions.areLines, junctions.firstRings)
  }

  /// The number of shapes.
  var shapeCount: Int { firstRings.count }

  /// The rings or lines of a shape among those of all shapes; points have none.
  @inline(__always)
  func rings(ofShape shape: Int) -> Range<Int> {
    Int(firstRings[shape])..<(shape + 1 < firstRings.count ? Int(firstRings[shape + 1]) : starts.count)
  }

  /// Whether a shape consists of polygons.
  func isOfPolygons(_ shape: Int) -> Bool { rings(ofShape: shape).first.map { !areLines[$0] } ?? false }

  /// The arcs of a ring or line by its number among those of all shapes, in their order.
  @inline(__always)
  func arcs(ofRing index: Int) -> some Sequence<(arc: Int, isBackward: Bool)> {
    let range = (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    return uses[range].lazy.map { (Int($0 >> 1), $0 & 1 == 1) }
  }
}

/// Cuts rings and lines at junctions, and keeps each arc once.
struct ArcCutter {
  private let junctions: Junctions
  /// The arcs, as lines.
  private(set) var arcs = WorldGeometry(kind: .lines)
  /// The arcs of the rings and lines cut so far: each doubled, plus 1 if it is passed backwards.
  private(set) var uses: [Int32] = []
  /// Per ring and line cut so far: the position at which its first arc begins, from its own first.
  private(set) var starts: [Int32] = []
  /// The arcs by their first two positions, which no two arcs share in this order.
  private var known: [UInt64: Int32] = [:]

  init(_ junctions: Junctions) {
    self.junctions = junctions
    // Each position once, and the ends of arcs again; arrays that grow would be copied, and touch twice the memory.
    let most = junctions.positions.x.count + junctions.positions.x.count / 4
    arcs.x.reserveCapacity(most)
    arcs.y.reserveCapacity(most)
  }

  /// Cuts a ring or line, by the indices of its positions' numbers. O(n).
  mutating func cut(_ passes: Range<Int>, isRing: Bool) {
    func isCut(_ index: Int) -> Bool { junctions.isJunction[Int(junctions.numbers[index])] }
    // The ends of lines are junctions; a ring without any is cut at its first position by x, then y.
    let start =
      passes.first(where: isCut)
      ?? passes.dropFirst().reduce(passes.lowerBound) { first, index in
        junctions.positions.precedes(junctions.numbers[index], junctions.numbers[first]) ? index : first
      }
    var first = start - passes.lowerBound
    starts.append(Int32(first))
    let last = first + passes.count - (isRing ? 0 : 1)
    for step in stride(from: first + 1, through: last, by: 1) {
      guard step == last || isCut(passes.lowerBound + (step < passes.count ? step : step - passes.count)) else {
        continue
      }
      add(passes, from: first, count: step - first)
      first = step
    }
  }

  /// Adds some segments of a ring or line, from one cut to the next; the first position is counted from its beginning.
  private mutating func add(_ passes: Range<Int>, from first: Int, count: Int) {
    func number(_ step: Int) -> Int32 {
      let offset = first + step
      return junctions.numbers[passes.lowerBound + (offset < passes.count ? offset : offset - passes.count)]
    }
    let (start, second, lastButOne, end) = (number(0), number(1), number(count - 1), number(count))
    let positions = junctions.positions
    let isForward = start == end ? !positions.precedes(lastButOne, second) : positions.precedes(start, end)
    let key = unsafeBitCast(isForward ? SIMD2(start, second) : SIMD2(end, lastButOne), to: UInt64.self)
    let next = Int32(arcs.ringEnds.count)
    let arc = known[key, default: next]
    uses.append(arc << 1 | (isForward ? 0 : 1))
    guard arc == next else { return }
    known[key] = arc
    for step in 0...count {
      let index = Int(number(isForward ? step : count - step))
      arcs.append(x: positions.x[index], y: positions.y[index])
    }
    arcs.endRing()
  }
}

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
