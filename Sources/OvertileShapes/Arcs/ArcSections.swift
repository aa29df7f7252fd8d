import MapMath
import OvertileSearching

/// The sections of arcs, which a zoom draws as straight segments: Douglas-Peucker that goes on from zoom to zoom.
///
/// A section is cut where it is farthest from its segment, once, at the first zoom whose tolerance requires that. So
/// every position has one zoom from which on it is drawn, what a zoom draws is a part of what the next one draws, and
/// all zooms together need the comparisons of one. At every zoom each position of the source is within the tolerance of
/// the segment of its section, and the other way around.
struct ArcSections {
  /// The arcs.
  let arcs: WorldGeometry
  /// Per position: the first level that draws it, or `never`.
  private(set) var levels: [UInt8]
  /// Per position that begins a section: the section's end.
  private(set) var ends: [Int32]
  /// Per position that begins a section: where to cut it.
  private var cuts: [Int32]
  /// Per position that begins a section: its greatest distance from its segment; negative if it is a segment.
  private(set) var deviations: [Double]
  private let scan: SectionScan
  /// Per arc: the number of further comparisons to cut sections where they are farthest from their segment.
  private var looks: [Int]

  /// Per arc: whether a level has drawn it.
  private var areDrawn: [Bool]
  /// The sections of the last level for which a tree was made.
  var searched: SectionIndex?

  /// The level of positions that no level draws.
  static let never = UInt8.max

  /// Prepares arcs.
  init(_ arcs: WorldGeometry) {
    self.arcs = arcs
    scan = SectionScan(arcs)
    let count = arcs.x.count
    levels = [UInt8](repeating: Self.never, count: count)
    ends = [Int32](repeating: 0, count: count)
    cuts = ends
    deviations = [Double](repeating: -1, count: count)
    looks = arcs.ringEnds.indices.map { SectionScan.mostLooks(positions: arcs.positions(ofRing: $0).count) }
    areDrawn = [Bool](repeating: false, count: arcs.ringEnds.count)
  }

  /// Makes the sections of an arc that no level has drawn: a line is one section, a closed arc three, so that rings keep
  /// an area.
  private mutating func begin(_ arc: Int, level: UInt8) {
    let positions = arcs.positions(ofRing: arc)
    let (first, last) = (positions.lowerBound, positions.upperBound - 1)
    (levels[first], levels[last]) = (level, level)
    ends[first] = Int32(last)
    measure(first, arc)
    guard arcs.x[first] == arcs.x[last], arcs.y[first] == arcs.y[last], deviations[first] >= 0 else { return }
    cut(first, arc, level: level)
    let second = Int(ends[first])
    let wider = deviations[first] >= deviations[second] ? first : second
    if deviations[wider] >= 0 { cut(wider, arc, level: level) }
  }

  /// Finds where to cut the section from a position.
  private mutating func measure(_ start: Int, _ arc: Int) {
    let end = Int(ends[start])
    guard end > start + 1 else {
      deviations[start] = -1
      return
    }
    let farthest = scan.farthest(start, end)
    looks[arc] -= end - start
    cuts[start] = Int32(looks[arc] < 0 ? start + (end - start) / 2 : farthest.position)
    deviations[start] = farthest.distance
  }

  /// Cuts the section from a position, which is not a segment of the source, into two.
  private mutating func cut(_ start: Int, _ arc: Int, level: UInt8) {
    let middle = Int(cuts[start])
    levels[middle] = level
    ends[middle] = ends[start]
    ends[start] = Int32(middle)
    measure(start, arc)
    measure(middle, arc)
  }

  /// The sections of a level, and whether each is new there.
  struct Level {
    /// Per section: its beginning.
    var starts: [Int32] = []
    /// Per section: whether the level before had no such section.
    var areNew: [Bool] = []
  }

  /// Cuts all sections of the arcs drawn that deviate more than a tolerance, and lists the sections. O(sections) and what
  /// is cut.
  ///
  /// - Parameter drawn: per arc: whether the level draws it; it does if a level before did.
  mutating func refine(to tolerance: Double, level: UInt8, drawn: [Bool]) -> Level {
    var result = Level()
    for arc in arcs.ringEnds.indices where drawn[arc] {
      let positions = arcs.positions(ofRing: arc)
      let isNewArc = !areDrawn[arc]
      if isNewArc {
        begin(arc, level: level)
        areDrawn[arc] = true
        searched = nil
      }
      var start = positions.lowerBound
      while start < positions.upperBound - 1 {
        let end = Int(ends[start])
        let isNew = isNewArc || deviations[start] > tolerance
        settle(start, arc, tolerance: tolerance, level: level, into: &result.starts)
        while result.areNew.count < result.starts.count { result.areNew.append(isNew) }
        start = end
      }
    }
    return result
  }

  /// Cuts a section once, and its parts if they deviate more than a tolerance; adds the beginnings of all parts.
  mutating func bringBack(_ start: Int, tolerance: Double, level: UInt8, into starts: inout [Int32]) {
    let arc = arcs.ringEnds.partitioningIndex { $0 > start }
    cut(start, arc, level: level)
    let middle = Int(ends[start])
    settle(start, arc, tolerance: tolerance, level: level, into: &starts)
    settle(middle, arc, tolerance: tolerance, level: level, into: &starts)
  }

  /// Cuts a section until no part of it deviates more than a tolerance.
  private mutating func settle(
    _ start: Int, _ arc: Int, tolerance: Double, level: UInt8, into starts: inout [Int32]
  ) {
    let end = Int(ends[start])
    var next = start
    while next != end {
      while deviations[next] > tolerance { cut(next, arc, level: level) }
      starts.append(Int32(next))
      next = Int(ends[next])
    }
  }

  /// The segment of the section from a position.
  @inline(__always)
  func segment(_ start: Int) -> SegmentContact.Segment {
    let end = Int(ends[start])
    return SegmentContact.Segment(ax: arcs.x[start], ay: arcs.y[start], bx: arcs.x[end], by: arcs.y[end])
  }

  /// A box around all positions of the section from a position.
  @inline(__always)
  func box(_ start: Int) -> BoxTree.Box {
    let box = segment(start).box
    return deviations[start] > 0 ? box.grown(by: deviations[start] + 1) : box
  }
}
