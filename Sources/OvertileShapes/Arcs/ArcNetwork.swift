import MapMath

/// The borders of lines and polygons, cut where they meet: arcs, each once, whatever rings it belongs to.
///
/// Arcs and their directions depend on the set of shapes only: an arc begins at the one of its ends that is first by x,
/// then y; a closed one goes from there towards the neighbor that is first. A ring without junctions is a closed arc that
/// begins at its first position by x, then y.
struct ArcNetwork: Sendable {
  /// The arcs, as lines; a closed arc repeats its first position.
  private(set) var arcs = WorldGeometry(kind: .lines)
  /// The arcs of the rings and lines.
  private(set) var uses = ArcUses()

  /// Cuts lines and valid polygons on whole coordinates into arcs. O(n). Points have none.
  init(_ shapes: some ShapeSource) {
    let junctions = Junctions(shapes)
    var cutter = ArcCutter(junctions)
    var start = 0
    for (ring, end) in junctions.ends.enumerated() {
      cutter.cut(start..<Int(end), isRing: !junctions.areLines[ring])
      uses.endRing(cutter.uses.count)
      start = Int(end)
    }
    arcs = cutter.arcs
    (uses.all, uses.starts, uses.areLines) = (cutter.uses, cutter.starts, junctions.areLines)
    uses.firstRings = junctions.firstRings
  }

  /// The arcs of a ring of a shape, in their order.
  @inline(__always)
  func arcs(ofRing ring: Int, ofShape shape: Int) -> some Sequence<(arc: Int, isBackward: Bool)> {
    uses.arcs(ofRing: ring, ofShape: shape)
  }
}

/// The arcs that the rings and lines of shapes consist of.
struct ArcUses: Sendable {
  /// Per ring and line: its arcs in their order, each doubled, plus 1 if it is passed backwards.
  fileprivate(set) var all: [Int32] = []
  /// Per ring and line: the position at which its first arc begins, from its own first; and whether it is a line.
  fileprivate(set) var starts: [Int32] = []
  fileprivate(set) var areLines: [Bool] = []
  private var ends: [Int32] = []
  /// Per shape: its first ring among those of all shapes.
  fileprivate(set) var firstRings: [Int32] = []

  fileprivate mutating func endRing(_ end: Int) { ends.append(Int32(end)) }

  /// The number of shapes.
  var shapeCount: Int { firstRings.count }

  /// The rings or lines of a shape among those of all shapes; points have none.
  @inline(__always)
  func rings(ofShape shape: Int) -> Range<Int> {
    Int(firstRings[shape])..<(shape + 1 < firstRings.count ? Int(firstRings[shape + 1]) : starts.count)
  }

  /// Whether a shape consists of polygons.
  func isOfPolygons(_ shape: Int) -> Bool { rings(ofShape: shape).first.map { !areLines[$0] } ?? false }

  /// The arcs of a ring of a shape, in their order.
  @inline(__always)
  func arcs(ofRing ring: Int, ofShape shape: Int) -> some Sequence<(arc: Int, isBackward: Bool)> {
    arcs(ofRing: Int(firstRings[shape]) + ring)
  }

  /// The arcs of a ring or line by its number among those of all shapes, in their order.
  @inline(__always)
  func arcs(ofRing index: Int) -> some Sequence<(arc: Int, isBackward: Bool)> {
    let range = (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    return all[range].lazy.map { (Int($0 >> 1), $0 & 1 == 1) }
  }
}
