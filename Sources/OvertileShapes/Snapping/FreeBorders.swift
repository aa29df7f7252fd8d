import MapMath

/// The borders that one ring or line alone has, in short runs of segments that a tree finds.
struct FreeBorders {
  /// Some segments of an arc, one after the other.
  struct Run {
    /// The first and the last position.
    let first, last: Int32
    /// The shape that has the arc.
    let shape: Int32
  }

  let network: ArcNetwork
  /// The arcs of all borders.
  let arcs: WorldGeometry
  /// Per arc: the ring or line that alone has it, among those of all shapes; negative if there are several.
  let owners: [Int32]
  /// Per arc: whether its owner passes it backwards.
  let areBackward: [Bool]
  /// Per ring or line: its shape.
  let shapes: [Int32]
  /// The free borders, cut into runs.
  let runs: [Run]
  let tree: BoxTree

  /// The most segments of a run.
  private static let longest = 16
  private static let (unseen, several) = (Int32(-1), Int32(-2))

  /// Finds the free borders of shapes by their arcs. O(n), and O(r log r) in the runs.
  init(_ network: ArcNetwork) {
    let arcs = network.arcs
    var owners = [Int32](repeating: Self.unseen, count: arcs.ringEnds.count)
    var areBackward = [Bool](repeating: false, count: owners.count)
    let shapes = (0..<network.shapeCount).flatMap { shape in network.rings(ofShape: shape).map { _ in Int32(shape) } }
    for ring in shapes.indices {
      for (arc, isBackward) in network.arcs(ofRing: ring) {
        owners[arc] = owners[arc] == Self.unseen ? Int32(ring) : Self.several
        areBackward[arc] = isBackward
      }
    }
    let runs = Self.runs(arcs, owners, shapes)
    tree = BoxTree(runs.map { arcs.bounds(of: Int($0.first)...Int($0.last)) })
    (self.network, self.arcs, self.owners, self.areBackward) = (network, arcs, owners, areBackward)
    (self.shapes, self.runs) = (shapes, runs)
  }

  private static func runs(_ arcs: WorldGeometry, _ owners: [Int32], _ shapes: [Int32]) -> [Run] {
    var runs: [Run] = []
    for arc in owners.indices where owners[arc] >= 0 {
      let positions = arcs.positions(ofRing: arc)
      for first in stride(from: positions.lowerBound, to: positions.upperBound - 1, by: longest) {
        let last = min(first + longest, positions.upperBound - 1)
        runs.append(Run(first: Int32(first), last: Int32(last), shape: shapes[Int(owners[arc])]))
      }
    }
    return runs
  }

  /// The box around a run.
  func box(_ run: Run) -> WorldBounds { arcs.bounds(of: Int(run.first)...Int(run.last)) }

  /// The segment of an arc that begins at a position.
  @inline(__always)
  func segment(_ start: Int) -> SegmentContact.Segment { SegmentContact.Segment(arcs.x, arcs.y, start) }

  /// A position of an arc.
  @inline(__always)
  func position(_ index: Int) -> GridPosition { GridPosition(x: arcs.x[index], y: arcs.y[index]) }

  /// The first and the last position of an arc.
  func ends(_ arc: Int) -> (first: Int, last: Int) {
    let positions = arcs.positions(ofRing: arc)
    return (positions.lowerBound, positions.upperBound - 1)
  }
}
