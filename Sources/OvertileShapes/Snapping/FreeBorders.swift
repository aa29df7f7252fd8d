import MapMath
import OvertileCore

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
  private(set) var owners: [Int32]
  /// Per arc: whether its owner passes it backwards.
  private(set) var areBackward: [Bool]
  /// Per ring or line: its shape.
  let shapes: [Int32]
  /// The free borders, cut into runs.
  private(set) var runs: [Run] = []
  /// The boxes around the runs.
  private let boxes: [WorldBounds]
  let tree: BoxTree

  /// The most segments of a run.
  private static let longest = 16
  private static let (unseen, several) = (Int32(-1), Int32(-2))

  /// Finds the free borders of shapes by their arcs. O(n), and O(r log r) in the runs.
  init(_ network: ArcNetwork) {
    (self.network, arcs) = (network, network.arcs)
    owners = [Int32](repeating: Self.unseen, count: arcs.ringEnds.count)
    areBackward = [Bool](repeating: false, count: owners.count)
    shapes = (0..<network.shapeCount).flatMap { shape in network.rings(ofShape: shape).map { _ in Int32(shape) } }
    for ring in shapes.indices {
      for (arc, isBackward) in network.arcs(ofRing: ring) {
        owners[arc] = owners[arc] == Self.unseen ? Int32(ring) : Self.several
        areBackward[arc] = isBackward
      }
    }
    for arc in owners.indices where owners[arc] >= 0 {
      let positions = arcs.positions(ofRing: arc)
      for first in stride(from: positions.lowerBound, to: positions.upperBound - 1, by: Self.longest) {
        let last = min(first + Self.longest, positions.upperBound - 1)
        runs.append(Run(first: Int32(first), last: Int32(last), shape: shapes[Int(owners[arc])]))
      }
    }
    boxes = runs.map { network.arcs.bounds(of: Int($0.first)..<Int($0.last) + 1) }
    tree = BoxTree(boxes)
  }

  /// The segment of an arc that begins at a position.
  @inline(__always)
  func segment(_ start: Int) -> SegmentContact.Segment { SegmentContact.Segment(arcs.x, arcs.y, start) }

  /// A position of an arc.
  @inline(__always)
  func position(_ index: Int) -> GridPosition { GridPosition(arcs, index) }

  /// The first and the last position of an arc.
  func ends(_ arc: Int) -> [Int] {
    let positions = arcs.positions(ofRing: arc)
    return [positions.lowerBound, positions.upperBound - 1]
  }
}

/// A segment of a free border near a position.
struct NearSegment {
  /// The index of its first position in the arcs.
  let start: Int32
  let shape: Int32
  /// Its position that is nearest.
  let foot: SegmentFoot
}

/// The search for positions of one shape that lie near the border of another.
extension FreeBorders {
  /// The indices of the positions within a distance of another shape's segment that does not end there; a few more are
  /// found where latitudes differ. Ascending.
  ///
  /// O(r) in the runs, and the pairs of positions and segments of runs whose boxes are near.
  ///
  /// - Parameters:
  ///   - steps: the pairs of runs, and of positions and segments, that may be examined; the examined ones are subtracted.
  ///   - most: the number of positions after which the search ends.
  ///   - check: called now and then; its error ends the work.
  /// - Returns: nil if the steps were not enough.
  func nearPositions(
    within distance: SnapDistance, steps: inout Int, atMost most: Int = .max, _ check: () throws -> Void
  ) throws -> [Int32]? {
    guard let whole = tree.boxes.last else { return [] }
    let farthest = distance.units(whole)
    var found: Set<Int32> = []
    for (run, box) in boxes.enumerated() where steps >= 0 && found.count < most {
      if run % Self.perCheck == 0 { try check() }
      // Most runs of shapes that lie apart are near none, and their distances are not needed.
      lazy var reach = distance.units(box)
      _ = tree.allSatisfy(meeting: box.grown(by: farthest)) { other in
        steps -= 1
        if runs[run].shape != runs[other].shape { scan(run, other, reach, steps: &steps, &found) }
        return steps >= 0 && found.count < most
      }
    }
    return steps >= 0 ? found.sorted() : nil
  }

  /// The number of runs between two checks.
  private static let perCheck = 1024

  /// Finds the positions of a run that lie near the segments of another.
  private func scan(_ run: Int, _ other: Int, _ reach: Double, steps: inout Int, _ found: inout Set<Int32>) {
    let box = boxes[other].grown(by: reach)
    guard boxes[run].meets(box) else { return }
    let (run, other) = (runs[run], runs[other])
    for index in run.first...run.last {
      let position = position(Int(index))
      guard box.contains(x: position.x, y: position.y), !found.contains(index) else { continue }
      steps -= Int(other.last - other.first)
      let isNear = (Int(other.first)..<Int(other.last)).contains { start in
        let segment = segment(start)
        return !segment.ends(atX: position.x, y: position.y)
          && SegmentFoot(of: position, on: segment).squaredDistance <= reach * reach
      }
      if isNear { found.insert(index) }
    }
  }

  /// The segments within a distance of a position. O(log n) and the runs near it.
  func segments(near position: GridPosition, reach: Double) -> [NearSegment] {
    var segments: [NearSegment] = []
    let box = WorldBounds(minX: position.x, minY: position.y, maxX: position.x, maxY: position.y).grown(by: reach)
    _ = tree.allSatisfy(meeting: box) { number in
      for start in runs[number].first..<runs[number].last {
        let foot = SegmentFoot(of: position, on: segment(Int(start)))
        guard foot.squaredDistance <= reach * reach else { continue }
        segments.append(NearSegment(start: start, shape: runs[number].shape, foot: foot))
      }
      return true
    }
    return segments
  }

  /// The arc that a position belongs to. O(log arcs).
  func arc(ofPosition index: Int32) -> Int { arcs.ringEnds.partitioningIndex { $0 > index } }

  /// The ring or line that alone has a position's arc. O(log arcs).
  func owner(ofPosition index: Int32) -> Int32 { owners[arc(ofPosition: index)] }

  /// The shapes at the ends of some arcs. O(arcs).
  func shapesAtEnds(of wanted: Set<Int>) -> [GridPosition: [Int32]] {
    var result: [GridPosition: [Int32]] = [:]
    if wanted.isEmpty { return result }
    for end in wanted.flatMap(ends) { result[position(end)] = [] }
    for (ring, shape) in shapes.enumerated() {
      for end in network.arcs(ofRing: ring).lazy.flatMap({ ends($0.arc) }) {
        guard let index = result.index(forKey: position(end)), result.values[index].last != shape else { continue }
        result.values[index].append(shape)
      }
    }
    return result
  }
}
