import MapMath
import OvertileExpressions
import OvertileFeatures
import OvertileSearching
import OvertileShapes

/// The cost of making the polygons of a batch valid in GEOS, which allocates as its geometries need and knows no bound.
///
/// A ring that crosses itself falls apart at each crossing, so crossings are counted first; see `RingCrossings`.
struct RepairCost: Sendable {
  /// The bytes of the most expensive feature.
  private(set) var bytes = 0
  private var vertices = 0
  private var crossings = 0

  /// Rings of 600 and 1,200 random positions need 2.1 kB a crossing at the peak of a run, with GEOS 3.11; plus a fifth.
  static let bytesPerCrossing = 2_600
  /// An estimate: the sequence, the index of GEOSisValid_r and their copies.
  static let bytesPerVertex = 600
  /// Below this number of vertices all crossings of a feature fit into any bound.
  private static let smallFeature = 150

  /// Nothing to be made valid.
  init() {}

  /// The cost of the polygons of some features. Features beyond the budget are rejected, not repaired: measuring them
  /// costs no more than one just within it, and nothing if they are far beyond.
  init(_ geometry: GeometryColumns, within budget: ShapeBudget = .unlimited) {
    guard geometry.elementKinds.contains(.polygon) else { return }
    for feature in 0..<geometry.featureCount where geometry.coordinates(ofFeature: feature).count > Self.smallFeature {
      add(geometry, feature, budget)
    }
  }

  private mutating func add(_ geometry: GeometryColumns, _ feature: Int, _ budget: ShapeBudget) {
    var counter = RingCrossings()
    for element in geometry.elements(ofFeature: feature) where geometry.elementKinds[element] == .polygon {
      for ring in geometry.rings(ofElement: element) {
        counter.add(geometry.coordinates(ofRing: ring), geometry.x, geometry.y)
      }
    }
    let vertices = counter.vertices
    let crossings = counter.repairable(within: budget)
    let bytes = vertices * Self.bytesPerVertex + crossings * Self.bytesPerCrossing
    if bytes > self.bytes { (self.bytes, self.vertices, self.crossings) = (bytes, vertices, crossings) }
  }

  /// In words, for a message.
  var description: String {
    "a feature whose rings have \(Counted.text(vertices, "vertex", "vertices")) and cross about "
      + Counted.text(crossings, "time")
  }
}

/// An estimate of how often the segments of a feature's rings cross each other.
struct RingCrossings {
  private struct Segment {
    var west, east: Double
    var ax, ay, bx, by: Double
  }

  private var segments: [Segment] = []
  /// The positions added.
  private(set) var vertices = 0
  /// Whether a segment is longer than half the world: it goes the other way around, and crosses other segments than
  /// these.
  private var goesRound = false

  /// The number of pairs that are examined; the crossings of the others are assumed to be as dense.
  static let pairs = 8_000_000

  /// Adds a ring.
  mutating func add(_ positions: Range<Int>, _ x: [Double], _ y: [Double]) {
    vertices += positions.count
    for index in positions.dropLast() {
      let (ax, ay, bx, by) = (x[index], y[index], x[index + 1], y[index + 1])
      goesRound = goesRound || abs(bx - ax) > 180
      segments.append(Segment(west: min(ax, bx), east: max(ax, bx), ax: ax, ay: ay, bx: bx, by: by))
    }
  }

  /// The crossings of segments within each other: those that only touch at an end do not count. If there are many
  /// segments, an evenly chosen sample is examined, and the rest is extrapolated. O(n log n) and the pairs examined.
  mutating func count(pairs: Int = Self.pairs) -> Int {
    segments.sort { $0.west < $1.west }
    let step = max(1, overlappingPairs() / pairs)
    var found = 0
    for index in stride(from: 0, to: segments.count, by: step) {
      let a = segments[index]
      var other = index + 1
      while other < segments.count, segments[other].west <= a.east {
        if Self.areClose(a, segments[other]), Self.cross(a, segments[other]) { found += 1 }
        other += 1
      }
    }
    return found * step
  }

  /// The most crossings that are repaired: none if there are certainly more than the budget allows.
  mutating func repairable(within budget: ShapeBudget) -> Int {
    let isCounted = overlaps() <= Self.pairs && !goesRound
    let crossings = count()
    if isCounted, crossings / 2 > budget.crossings { return 0 }
    return min(crossings, budget.crossings)
  }

  private mutating func overlaps() -> Int {
    segments.sort { $0.west < $1.west }
    return overlappingPairs()
  }

  /// The pairs of segments that overlap from west to east. O(n log n).
  private func overlappingPairs() -> Int {
    segments.enumerated().reduce(0) { sum, entry in
      let others = segments[(entry.offset + 1)...]
      return sum + others.partitioningIndex { $0.west > entry.element.east } - others.startIndex
    }
  }

  private static func areClose(_ a: Segment, _ b: Segment) -> Bool {
    max(a.ay, a.by) > min(b.ay, b.by) && max(b.ay, b.by) > min(a.ay, a.by)
  }

  private static func cross(_ a: Segment, _ b: Segment) -> Bool {
    side(a, b.ax, b.ay) * side(a, b.bx, b.by) < 0 && side(b, a.ax, a.ay) * side(b, a.bx, a.by) < 0
  }

  /// 1 on one side, -1 on the other, 0 on the line: exact at the ends of the segment.
  private static func side(_ s: Segment, _ x: Double, _ y: Double) -> Int {
    let area = (s.bx - s.ax) * (y - s.ay) - (s.by - s.ay) * (x - s.ax)
    return area < 0 ? -1 : area > 0 ? 1 : 0
  }
}
