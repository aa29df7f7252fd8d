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
