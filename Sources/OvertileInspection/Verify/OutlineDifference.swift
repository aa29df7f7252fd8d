/// Whether two polygons differ near a position by more than a tolerance can explain.
///
/// A shape may be simplified to a line without area, which is not drawn, so that what differs is up to two tolerances
/// wide. So polygons differ if three by three neighbors of a lattice, a tolerance apart, are in one and not in the other,
/// and no outline passes between them: many thin spikes, side by side, are no thick difference.
/// The points are off the grid, so that none is on an outline's position.
struct OutlineDifference {
  private let one: Outline
  private let other: Outline
  /// What both tiles show.
  private let window: TileFrame

  /// The distance between two lattice points.
  private let step: Double

  /// The number of lattice points on each side of the middle.
  private static let reach = 8

  /// The two ends of a segment.
  typealias Segment = (start: SIMD2<Double>, end: SIMD2<Double>)

  /// The size of parts and holes below which one of the two may be without them.
  private let smallest: Double

  /// Prepares for two polygons in the same units.
  init(_ one: Outline, _ other: Outline, tolerance: Double, smallest: Double, in window: TileFrame) {
    (self.one, self.other, self.smallest, self.window) = (one, other, smallest, window)
    step = tolerance.rounded(.up)
  }

  /// Whether there is more than a sliver near a position, and more than a part or a hole that one of the two may be
  /// without. O(positions), and for each row of the lattice in such a part.
  func isThick(near position: SIMD2<Double>) -> Bool {
    let segments = segments(near: position)
    var (before, last): (UInt32, UInt32) = (0, 0)
    var regions: DifferingRegions?
    for row in -Self.reach...Self.reach {
      let y = position.y + Double(row) * step + 0.5
      let here = window.minY < y && y < window.maxY ? differences(position.x + 0.5, y, segments) : 0
      let columns = before & last & here
      let squares = columns & columns >> 1 & columns >> 2
      for column in 0...2 * Self.reach where squares >> UInt32(column) & 1 == 1 {
        let low = SIMD2(position.x + 0.5 + Double(column - Self.reach) * step, y - 2 * step)
        guard !segments.contains(where: { Self.meets($0, low, low + 2 * step) }) else { continue }
        if regions == nil {
          regions = DifferingRegions(allSegments, origin: position + 0.5, step: step, in: window)
        }
        let middle = SIMD2(Int32(column - Self.reach + 1), Int32(row - 1))
        if regions?.isLarge(middle, size: smallest) == true { return true }
      }
      (before, last) = (last, here)
    }
    return false
  }

  private var allSegments: [Segment] {
    [one, other].flatMap { outline in outline.indices.map { (outline[$0], outline[outline.next($0)]) } }
  }

  /// The segments beside the lattice around a position, and to the left of it.
  private func segments(near position: SIMD2<Double>) -> [Segment] {
    let half = Double(Self.reach + 1) * step
    var found: [Segment] = []
    for outline in [one, other] {
      for index in outline.indices {
        let (start, end) = (outline[index], outline[outline.next(index)])
        guard max(start.y, end.y) >= position.y - half, min(start.y, end.y) <= position.y + half,
          min(start.x, end.x) <= position.x + half
        else { continue }
        found.append((start, end))
      }
    }
    return found
  }

  /// The lattice points of a row at which the polygons differ, as bits.
  private func differences(_ px: Double, _ y: Double, _ segments: [Segment]) -> UInt32 {
    var crossings: [Double] = []
    for (start, end) in segments where (start.y > y) != (end.y > y) {
      crossings.append(start.x + (y - start.y) / (end.y - start.y) * (end.x - start.x))
    }
    var bits: UInt32 = 0
    for column in -Self.reach...Self.reach {
      let x = px + Double(column) * step
      guard window.minX < x, x < window.maxX else { continue }
      if crossings.count(where: { $0 < x }) % 2 == 1 { bits |= 1 << UInt32(column + Self.reach) }
    }
    return bits
  }

  /// Whether a segment meets a rectangle.
  private static func meets(_ segment: Segment, _ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Bool {
    let (start, end) = segment
    guard max(start.x, end.x) >= low.x, min(start.x, end.x) <= high.x, max(start.y, end.y) >= low.y,
      min(start.y, end.y) <= high.y
    else { return false }
    let along = end - start
    let turns = [low, high, SIMD2(low.x, high.y), SIMD2(high.x, low.y)].map {
      along.x * ($0.y - start.y) - along.y * ($0.x - start.x)
    }
    return !turns.allSatisfy { $0 > 0 } && !turns.allSatisfy { $0 < 0 }
  }
}

/// The edges of what a tile shows with its buffer.
struct TileFrame {
  var minX, minY, maxX, maxY: Double

  /// Whether a position is inside, at least so far from every edge.
  @inline(__always)
  func holds(_ position: SIMD2<Double>, inset: Double) -> Bool {
    minX + inset <= position.x && position.x <= maxX - inset && minY + inset <= position.y
      && position.y <= maxY - inset
  }

  /// What both show.
  func intersection(_ other: TileFrame) -> TileFrame {
    TileFrame(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY)
    )
  }
}
