import OvertileSearching

/// The regions in which two polygons differ, and their sizes.
///
/// A part that a zoom leaves out can touch another part, or a hole, in a position, and rounding at the next zoom can open a
/// neck there: then its outline is one with that of a large part, and only the region tells its size. It is found on a
/// lattice, from point to neighbor where no outline passes by; necks of a few units divide it.
struct DifferingRegions {
  private let segments: [OutlineDifference.Segment]
  private let window: TileFrame
  private let origin: SIMD2<Double>
  private let step: Double
  /// The points of the regions looked at.
  private var known: Set<SIMD2<Int32>> = []
  /// Per row or column that was looked at: where outlines cross it, in order, by its distance from the origin.
  private var crossings: [Line: [Double]] = [:]

  private struct Line: Hashable {
    let isRow: Bool
    let offset: Double
  }

  /// The units within which an outline divides two points: what rounding opens.
  private static let neck = 2.5
  /// The most points of a region; a larger one is not judged.
  private static let mostPoints = 1 << 14

  /// Prepares for the segments of two polygons, and for points that are multiples of a step away from an origin.
  init(
    _ segments: [OutlineDifference.Segment], origin: SIMD2<Double>, step: Double, in window: TileFrame
  ) {
    (self.segments, self.origin, self.step, self.window) = (segments, origin, step, window)
  }

  /// The parts that may be one region, where a sliver between them is closed by rounding, and the steps along the size
  /// from which on that is possible: slivers are thinner than a step.
  private static let (joinedParts, fewestSteps) = (2.0, 4.0)

  /// Whether the region of a point, at which the polygons differ, is too large for parts that may be left out below a
  /// size: at least of that size, and its square in area. Each region is judged once, and is not large after that.
  ///
  /// What lies beyond the window does not count. O(segments) for each row and column of the region.
  mutating func isLarge(_ start: SIMD2<Int32>, size: Double) -> Bool {
    guard known.insert(start).inserted else { return false }
    let area = size * size * (size > Self.fewestSteps * step ? Self.joinedParts : 1)
    var waiting = [start]
    var (low, high, count) = (start, start, 1)
    while let point = waiting.popLast(), count < Self.mostPoints {
      (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point))
      let extent = (high &- low).max()
      if Double(extent) * step >= size, Double(count) * step * step >= area { return true }
      for side: SIMD2<Int32> in [SIMD2(1, 0), SIMD2(-1, 0), SIMD2(0, 1), SIMD2(0, -1)] {
        let next = point &+ side
        if !known.contains(next), window.holds(position(next), inset: 1), isOpen(point, next) {
          known.insert(next)
          waiting.append(next)
          count += 1
        }
      }
    }
    return false
  }

  private func position(_ point: SIMD2<Int32>) -> SIMD2<Double> { origin + step * SIMD2<Double>(point) }

  /// Whether no outline passes between two neighbors, nor near the line between them.
  private mutating func isOpen(_ one: SIMD2<Int32>, _ other: SIMD2<Int32>) -> Bool {
    let isRow = one.y == other.y
    let (a, b) = isRow ? (one.x, other.x) : (one.y, other.y)
    let (from, to) = (Double(min(a, b)) * step, Double(max(a, b)) * step)
    for margin in [-Self.neck, 0, Self.neck] {
      let line = Line(isRow: isRow, offset: Double(isRow ? one.y : one.x) * step + margin)
      let crossings = crossings[line] ?? find(line)
      self.crossings[line] = crossings
      let next = crossings.partitioningIndex { $0 >= from }
      if next < crossings.count, crossings[next] <= to { return false }
    }
    return true
  }

  private func find(_ line: Line) -> [Double] {
    let (along, across) = line.isRow ? (0, 1) : (1, 0)
    let offset = origin[across] + line.offset
    return segments.compactMap { start, end in
      guard (start[across] > offset) != (end[across] > offset) else { return nil }
      let share = (offset - start[across]) / (end[across] - start[across])
      return start[along] + share * (end[along] - start[along]) - origin[along]
    }.sorted()
  }
}
