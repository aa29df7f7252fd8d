import MapMath
import OvertileCore

/// The sections of arcs, which a zoom draws as straight segments: Douglas-Peucker that goes on from zoom to zoom.
///
/// A section is cut where it is farthest from its segment, once, at the first zoom whose tolerance requires that. So
/// every position has one zoom from which on it is drawn, what a zoom draws is a part of what the next one draws, and
/// all zooms together need the comparisons of one. At every zoom each position of the source is within the tolerance of
/// the segment of its section, and the other way around.
///
/// Threads may cut sections at the same time, each those of its own arcs, or read all of them: so the columns are in
/// memory that does not move.
final class ArcSections: @unchecked Sendable {
  /// The arcs.
  let arcs: WorldGeometry
  /// Per position: the first level that draws it, or `never`.
  let levels: UnsafeMutableBufferPointer<UInt8>
  /// Per position that begins a section: the section's end.
  let ends: UnsafeMutableBufferPointer<Int32>
  /// Per position that begins a section: where to cut it.
  let cuts: UnsafeMutableBufferPointer<Int32>
  /// Per position that begins a section: its greatest distance from its segment; negative if it is a segment.
  let deviations: UnsafeMutableBufferPointer<Double>
  /// Per arc: the number of further comparisons to cut sections where they are farthest from their segment.
  let looks: UnsafeMutableBufferPointer<Int>
  /// The arcs that one thread cuts at a time.
  private let parts: [Range<Int>]

  /// The level of positions that no level draws.
  static let never = UInt8.max

  /// The positions from which on a part gets no further arc.
  private static let enoughPositions = 1 << 15

  /// The parts whose sections are listed before the next ones are cut.
  private static let partsAtOnce = 128

  /// Prepares arcs.
  init(_ arcs: WorldGeometry) {
    self.arcs = arcs
    levels = .filled(with: Self.never, count: arcs.x.count)
    ends = .filled(with: 0, count: arcs.x.count)
    cuts = .filled(with: 0, count: arcs.x.count)
    deviations = .filled(with: -1, count: arcs.x.count)
    looks = .filled(with: 0, count: arcs.ringEnds.count)
    for arc in looks.indices { looks[arc] = SectionScan.mostLooks(positions: arcs.positions(ofRing: arc).count) }
    parts = Self.parts(of: arcs)
  }

  deinit {
    levels.deallocate()
    ends.deallocate()
    cuts.deallocate()
    deviations.deallocate()
    looks.deallocate()
  }

  private static func parts(of arcs: WorldGeometry) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (first, start) = (0, 0)
    for (arc, end) in arcs.ringEnds.enumerated()
    where end - start >= enoughPositions || arc == arcs.ringEnds.count - 1 {
      parts.append(first..<arc + 1)
      (first, start) = (arc + 1, end)
    }
    return parts
  }

  /// The sections of a level, by their beginnings.
  struct Level: Sendable {
    var starts: [Int32] = []
    /// Those that the level before did not have.
    var fresh: [Int32] = []
  }

  /// Cuts all sections of the arcs drawn that deviate more than a tolerance, and lists the sections. O(sections) and what
  /// is cut.
  ///
  /// - Parameters:
  ///   - drawn: per arc: whether the level draws it; it does if a level before did.
  ///   - threads: the most threads that cut, each some arcs at a time.
  func refine(to tolerance: Double, level: UInt8, drawn: [Bool], threads: Int) -> Level {
    var result = Level()
    for first in stride(from: 0, to: parts.count, by: Self.partsAtOnce) {
      let parts = parts[first..<min(first + Self.partsAtOnce, parts.count)]
      let refined = ConcurrentParts.map(parts.count, threads: threads) { part in
        self.refine(parts[first + part], to: tolerance, level: level, drawn: drawn)
      }
      for part in refined {
        result.starts += part.starts
        result.fresh += part.fresh
      }
    }
    return result
  }

  private func refine(_ part: Range<Int>, to tolerance: Double, level: UInt8, drawn: [Bool]) -> Level {
    var result = Level()
    for arc in part where drawn[arc] {
      let positions = arcs.positions(ofRing: arc)
      let isNewArc = levels[positions.lowerBound] == Self.never
      if isNewArc { begin(arc, level: level) }
      var start = positions.lowerBound
      while start < positions.upperBound - 1 {
        let (count, end) = (result.starts.count, Int(ends[start]))
        let isNew = isNewArc || deviations[start] > tolerance
        settle(start, arc, tolerance: tolerance, level: level, into: &result.starts)
        if isNew { result.fresh += result.starts[count...] }
        start = end
      }
    }
    return result
  }

  /// The segment of the section from a position.
  @inline(__always)
  func segment(_ start: Int) -> SegmentContact.Segment {
    let end = Int(ends[start])
    return SegmentContact.Segment(ax: arcs.x[start], ay: arcs.y[start], bx: arcs.x[end], by: arcs.y[end])
  }

  /// A box around all positions of the section from a position.
  @inline(__always)
  func box(_ start: Int) -> WorldBounds {
    let box = segment(start).box
    return deviations[start] > 0 ? box.grown(by: deviations[start] + 1) : box
  }
}

extension UnsafeMutableBufferPointer {
  /// New memory for some equal elements, which are trivial; whoever asks for it deallocates it.
  fileprivate static func filled(with element: Element, count: Int) -> Self {
    let memory = allocate(capacity: count)
    memory.initialize(repeating: element)
    return memory
  }
}

/// Cutting sections where they are farthest from their segments.
extension ArcSections {
  /// Makes the sections of an arc that no level has drawn: a line is one section, a closed arc three, so that rings keep
  /// an area.
  func begin(_ arc: Int, level: UInt8) {
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

  /// Cuts a section until no part of it deviates more than a tolerance; adds the beginnings of all parts.
  func settle(_ start: Int, _ arc: Int, tolerance: Double, level: UInt8, into starts: inout [Int32]) {
    let end = Int(ends[start])
    var next = start
    while next != end {
      while deviations[next] > tolerance { cut(next, arc, level: level) }
      starts.append(Int32(next))
      next = Int(ends[next])
    }
  }

  /// Cuts a section once, and its parts if they deviate more than a tolerance; adds the beginnings of all parts.
  func bringBack(_ start: Int, tolerance: Double, level: UInt8, into starts: inout [Int32]) {
    let arc = arcs.ringEnds.partitioningIndex { $0 > start }
    cut(start, arc, level: level)
    let middle = Int(ends[start])
    settle(start, arc, tolerance: tolerance, level: level, into: &starts)
    settle(middle, arc, tolerance: tolerance, level: level, into: &starts)
  }

  /// Cuts the section from a position, which is not a segment of the source, into two.
  private func cut(_ start: Int, _ arc: Int, level: UInt8) {
    let middle = Int(cuts[start])
    levels[middle] = level
    ends[middle] = ends[start]
    ends[start] = Int32(middle)
    measure(start, arc)
    measure(middle, arc)
  }

  /// Finds where to cut the section from a position.
  private func measure(_ start: Int, _ arc: Int) {
    let end = Int(ends[start])
    guard end > start + 1 else {
      deviations[start] = -1
      return
    }
    let farthest = arcs.withColumns { x, y in SectionScan.farthest(x, y, start, end) }
    looks[arc] -= end - start
    cuts[start] = Int32(looks[arc] < 0 ? start + (end - start) / 2 : farthest.position)
    deviations[start] = farthest.distance
  }
}
