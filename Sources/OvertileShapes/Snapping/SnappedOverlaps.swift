import MapMath

/// Segments that two polygons pass in the same direction once their borders are joined, where they did not overlap
/// before: both lie on the same side of such a segment, so one covers the other there.
///
/// This happens where a border is bent onto a vertex on the far side of a polygon that is narrower than the distance.
struct SnappedOverlaps {
  /// The polygons that have such segments, by their shapes.
  private(set) var polygons: [(Int, [Int])] = []
  private let sources: OrderedShapes
  private let distance: SnapDistance
  private var locators: [Int: RingLocator] = [:]

  /// A segment of a shape as it runs: its first position, then its last.
  private typealias Segment = SIMD4<Double>

  /// The depths below a segment, in distances, at which polygons that overlapped before are both looked for, and the
  /// number of them at which both must be: an overlap from a mismatch is thin.
  private static let (depths, fewestDepths) = ([0.25, 0.5, 1.01, 1.5], 2)

  /// Finds them among some shapes and those that change. O(n) in these shapes, O(log n) for each such segment.
  init(
    _ snapped: [Int: WorldGeometry], among others: Set<Int>, _ sources: OrderedShapes, within distance: SnapDistance
  ) {
    (self.sources, self.distance) = (sources, distance)
    var changed: [Segment: [(shape: Int, polygon: Int)]] = [:]
    for (shape, result) in snapped where result.kind == .polygons {
      let known = Set(Self.segments(sources[shape]).map(\.segment))
      for (segment, polygon) in Self.segments(result) where !known.contains(segment) {
        changed[segment, default: []].append((shape, polygon))
      }
    }
    guard !changed.isEmpty else { return }
    var found: [Int: Set<Int>] = [:]
    for shape in others.union(snapped.keys).sorted() where sources.kind(shape) == .polygons {
      for (segment, polygon) in Self.segments(snapped[shape] ?? sources[shape]) {
        for one in changed[segment] ?? [] where one.shape != shape && !overlapped(one.shape, shape, segment) {
          found[one.shape, default: []].insert(one.polygon)
          if snapped[shape] != nil { found[shape, default: []].insert(polygon) }
        }
      }
    }
    polygons = found.map { ($0, $1.sorted()) }
  }

  /// Whether the sources of two shapes both hold a position below a segment.
  private mutating func overlapped(_ one: Int, _ other: Int, _ segment: Segment) -> Bool {
    let (step, sum) = (segment.highHalf - segment.lowHalf, segment.highHalf + segment.lowHalf)
    let length = (step.x * step.x + step.y * step.y).squareRoot()
    let middle = sum / 2
    let reach = max(1, distance.units(y: middle.y))
    let found = Self.depths.count { depth in
      let (x, y) = (middle.x - step.y / length * depth * reach, middle.y + step.x / length * depth * reach)
      return holds(one, x, y) && holds(other, x, y)
    }
    return found >= Self.fewestDepths
  }

  private mutating func holds(_ shape: Int, _ x: Double, _ y: Double) -> Bool {
    let locator = locators[shape] ?? RingLocator(SegmentRuns(sources[shape]))
    locators[shape] = locator
    return locator.rings(roundX: x, y: y).inside.count % 2 == 1
  }

  /// The segments that have a length, and their polygons.
  private static func segments(_ geometry: WorldGeometry) -> [(segment: Segment, polygon: Int)] {
    geometry.polygonEnds.indices.flatMap { polygon in
      geometry.rings(ofPolygon: polygon).flatMap { geometry.positions(ofRing: $0).dropLast() }.compactMap { index in
        let (x, y) = (geometry.x, geometry.y)
        let isPoint = x[index] == x[index + 1] && y[index] == y[index + 1]
        return isPoint ? nil : (SIMD4(x[index], y[index], x[index + 1], y[index + 1]), polygon)
      }
    }
  }
}
