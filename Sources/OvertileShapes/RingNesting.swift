import MapMath

/// Whether rings without a common position nest as their roles require: by a ray to the west from one position of each.
struct RingNesting {
  private let geometry: WorldGeometry
  /// Per ring: the rings around it, up to the first hole that is inside another one of its polygon.
  private var around: [[Int]] = []

  /// Finds the rings around each by runs of segments; nil if too many of them lie beside each other.
  ///
  /// O(rings log n) for ordinary outlines: a box is passed over if no ring in it reaches as far east as the position.
  init?(_ runs: SegmentRuns) {
    geometry = runs.geometry
    guard geometry.ringEnds.count > 1 else { return }
    var search = RingSearch(runs)
    around.reserveCapacity(geometry.ringEnds.count)
    for polygon in geometry.polygonEnds.indices {
      let members = geometry.rings(ofPolygon: polygon)
      for ring in members {
        guard let rings = search.ringsAround(ring) else { return nil }
        around.append(rings)
        if ring > members.lowerBound, rings.contains(where: members.dropFirst().contains) { return }
      }
    }
  }

  /// Whether every hole is right inside its exterior, and every exterior in nothing, or right inside a hole of another
  /// polygon.
  func isProper() -> Bool {
    guard geometry.ringEnds.count > 1 else { return true }
    guard around.count == geometry.ringEnds.count else { return false }
    var isHole = [Bool](repeating: true, count: geometry.ringEnds.count)
    for polygon in geometry.polygonEnds.indices { isHole[geometry.rings(ofPolygon: polygon).lowerBound] = false }
    // The innermost ring around another one is that which most rings are around.
    let parents = around.map { rings in rings.max { around[$0].count < around[$1].count } }
    return geometry.polygonEnds.indices.allSatisfy { polygon in
      let rings = geometry.rings(ofPolygon: polygon)
      return rings.allSatisfy { ring in
        if isHole[ring] { return parents[ring] == rings.lowerBound }
        return parents[ring].map { isHole[$0] } ?? true
      }
    }
  }
}

/// Rays to the west through the boxes of runs.
private struct RingSearch {
  private let runs: SegmentRuns
  /// Per run: its ring.
  private var rings: [Int32] = []
  /// Per box: how far east a ring reaches that has a run in it.
  private var reaches: [Double]
  private var isInside: [Bool]
  private var waiting: [(level: Int32, box: Int32)] = []
  /// The number of boxes that may still be looked at.
  private var left: Int

  init(_ runs: SegmentRuns) {
    self.runs = runs
    left = runs.mostPairs
    isInside = [Bool](repeating: false, count: runs.geometry.ringEnds.count)
    reaches = [Double](repeating: 0, count: runs.boxes.count)
    var ring = 0
    var first = 0
    for (number, run) in runs.runs.enumerated() {
      while Int(run.start) >= runs.geometry.ringEnds[ring] { ring += 1 }
      rings.append(Int32(ring))
      if number > 0, rings[number - 1] != Int32(ring) { first = number }
      // The first run of a ring collects how far east all of them reach.
      reaches[first] = number == first ? runs.boxes[number].maxX : max(reaches[first], runs.boxes[number].maxX)
    }
    for number in runs.runs.indices.dropFirst() where rings[number] == rings[number - 1] {
      reaches[number] = reaches[number - 1]
    }
    for level in 1..<max(1, runs.top + 1) {
      for box in 0..<(runs.levels[level + 1] - runs.levels[level]) {
        let children = runs.children(of: box, level: level)
        let start = runs.levels[level - 1]
        reaches[runs.levels[level] + box] = children.reduce(-.infinity) { max($0, reaches[start + $1]) }
      }
    }
  }

  /// The rings with an odd number of segments west of the first position of another one.
  mutating func ringsAround(_ ring: Int) -> [Int]? {
    let geometry = runs.geometry
    let first = geometry.positions(ofRing: ring).lowerBound
    let (px, py) = (geometry.x[first], geometry.y[first])
    var met: [Int] = []
    waiting.append((Int32(runs.top), 0))
    while let (level, box) = waiting.popLast() {
      left -= 1
      let number = runs.levels[Int(level)] + Int(box)
      let bounds = runs.boxes[number]
      guard bounds.minY <= py, py <= bounds.maxY, bounds.minX <= px, reaches[number] >= px else { continue }
      if level > 0 {
        for child in runs.children(of: Int(box), level: Int(level)) { waiting.append((level - 1, Int32(child))) }
      } else if Int(rings[number]) != ring, crosses(runs.runs[number], px, py) {
        isInside[Int(rings[number])].toggle()
        met.append(Int(rings[number]))
      }
    }
    let found = Set(met.filter { isInside[$0] }).sorted()
    for other in met { isInside[other] = false }
    return left < 0 ? nil : found
  }

  /// Whether an odd number of a run's segments is met by the ray from a position to the west.
  private func crosses(_ run: SegmentRuns.Run, _ px: Double, _ py: Double) -> Bool {
    let geometry = runs.geometry
    var isOdd = false
    for index in Int(run.start)..<Int(run.end) {
      let s = SegmentContact.Segment(geometry.x, geometry.y, index)
      guard (s.ay > py) != (s.by > py) else { continue }
      if max(s.ax, s.bx) < px || (SegmentContact.side(s, px, py) > 0) == (s.by < s.ay) { isOdd.toggle() }
    }
    return isOdd
  }
}
