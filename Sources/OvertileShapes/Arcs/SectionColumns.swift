import MapMath
import OvertileCore

/// The columns of `ArcSections` while they are open: threads may cut sections at the same time, each those of its own
/// arcs, or read all of them.
struct SectionColumns: @unchecked Sendable {
  /// The arcs, and their positions.
  let arcs: WorldGeometry
  let x: UnsafeBufferPointer<Double>
  let y: UnsafeBufferPointer<Double>
  // As in `ArcSections`.
  let levels: UnsafeMutableBufferPointer<UInt8>
  let ends: UnsafeMutableBufferPointer<Int32>
  let cuts: UnsafeMutableBufferPointer<Int32>
  let deviations: UnsafeMutableBufferPointer<Double>
  let looks: UnsafeMutableBufferPointer<Int>
  let areDrawn: UnsafeMutableBufferPointer<Bool>

  /// Cuts the sections of some arcs as `ArcSections` does.
  func refine(_ part: Range<Int>, to tolerance: Double, level: UInt8, drawn: [Bool]) -> ArcSections.Level {
    var result = ArcSections.Level()
    for arc in part where drawn[arc] {
      let positions = arcs.positions(ofRing: arc)
      let isNewArc = !areDrawn[arc]
      if isNewArc {
        begin(arc, level: level)
        areDrawn[arc] = true
        result.hasNewArcs = true
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
  func bringBack(_ start: Int, tolerance: Double, level: UInt8, into starts: inout [Int32]) {
    let arc = arcs.ringEnds.partitioningIndex { $0 > start }
    cut(start, arc, level: level)
    let middle = Int(ends[start])
    settle(start, arc, tolerance: tolerance, level: level, into: &starts)
    settle(middle, arc, tolerance: tolerance, level: level, into: &starts)
  }

  /// Makes the sections of an arc that no level has drawn: a line is one section, a closed arc three, so that rings keep
  /// an area.
  private func begin(_ arc: Int, level: UInt8) {
    let positions = arcs.positions(ofRing: arc)
    let (first, last) = (positions.lowerBound, positions.upperBound - 1)
    (levels[first], levels[last]) = (level, level)
    ends[first] = Int32(last)
    measure(first, arc)
    guard x[first] == x[last], y[first] == y[last], deviations[first] >= 0 else { return }
    cut(first, arc, level: level)
    let second = Int(ends[first])
    let wider = deviations[first] >= deviations[second] ? first : second
    if deviations[wider] >= 0 { cut(wider, arc, level: level) }
  }

  /// Finds where to cut the section from a position.
  private func measure(_ start: Int, _ arc: Int) {
    let end = Int(ends[start])
    guard end > start + 1 else {
      deviations[start] = -1
      return
    }
    let farthest = SectionScan.farthest(x, y, start, end)
    looks[arc] -= end - start
    cuts[start] = Int32(looks[arc] < 0 ? start + (end - start) / 2 : farthest.position)
    deviations[start] = farthest.distance
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

  /// Cuts a section until no part of it deviates more than a tolerance.
  private func settle(_ start: Int, _ arc: Int, tolerance: Double, level: UInt8, into starts: inout [Int32]) {
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
    return SegmentContact.Segment(ax: x[start], ay: y[start], bx: x[end], by: y[end])
  }

  /// A box around all positions of the section from a position.
  @inline(__always)
  func box(_ start: Int) -> WorldBounds {
    let box = segment(start).box
    return deviations[start] > 0 ? box.grown(by: deviations[start] + 1) : box
  }
}
