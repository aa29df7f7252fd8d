/// Finds the rings around a position, by a ray from it eastward.
///
/// O(log n) and the runs that the ray meets, except those of rings that lie east of the position as a whole.
struct RingLocator {
  private let runs: SegmentRuns
  /// Per run: a box around the positions from which it may be met: from the western end of its ring to its own eastern end.
  private let tree: BoxTree

  /// The rings that a ray from a position meets.
  struct Finding {
    /// The rings around the position, ascending.
    var inside: [Int] = []
    /// Whether a ring passes through the position.
    var isOnBoundary = false
    /// The number of runs that were looked at.
    var looks = 0
  }

  /// Prepares for closed rings.
  init(_ runs: SegmentRuns) {
    self.runs = runs
    var boxes = Array(runs.tree.boxes[..<runs.runs.count])
    var wests = [Double](repeating: .infinity, count: runs.geometry.ringEnds.count)
    for (run, box) in zip(runs.runs, boxes) { wests[Int(run.ring)] = min(wests[Int(run.ring)], box.minX) }
    for (index, run) in runs.runs.enumerated() { boxes[index].minX = wests[Int(run.ring)] }
    tree = BoxTree(inOrder: boxes)
  }

  /// The rings around a position; none that passes through it.
  func rings(roundX px: Double, y py: Double) -> Finding {
    let (x, y) = (runs.geometry.x, runs.geometry.y)
    var (crossed, boundary): ([Int], [Int]) = ([], [])
    var finding = Finding()
    _ = tree.allSatisfy(meeting: WorldBounds(minX: px, minY: py, maxX: px, maxY: py)) { number in
      finding.looks += 1
      let run = runs.runs[number]
      for index in Int(run.start)..<Int(run.end) {
        switch SegmentContact.rayCrosses(SegmentContact.Segment(x, y, index), px, py) {
        case nil: boundary.append(Int(run.ring))
        case true?: crossed.append(Int(run.ring))
        case false?: break
        }
      }
      return true
    }
    // Of a ring that is crossed an even number of times, nothing is left.
    for ring in crossed.sorted() {
      if finding.inside.last == ring { finding.inside.removeLast() } else { finding.inside.append(ring) }
    }
    finding.inside.removeAll(where: boundary.contains)
    finding.isOnBoundary = !boundary.isEmpty
    return finding
  }
}

extension SegmentRuns {
  /// Whether rings without a common position nest as their roles require, by the rings around one position of each:
  /// every hole right inside its exterior, and every exterior in nothing, or right inside a hole of another polygon.
  /// Nil if too many rings lie beside each other to tell.
  var areNestedProperly: Bool? {
    if geometry.ringEnds.count == 1 { return true }
    let locator = RingLocator(self)
    var left = mostPairs
    var around: [[Int]] = []
    around.reserveCapacity(geometry.ringEnds.count)
    for polygon in geometry.polygonEnds.indices {
      let members = geometry.rings(ofPolygon: polygon)
      for ring in members {
        let first = geometry.positions(ofRing: ring).lowerBound
        let finding = locator.rings(roundX: geometry.x[first], y: geometry.y[first])
        left -= finding.looks
        guard left >= 0 else { return nil }
        // A hole in another one: the first of many may be in all others.
        if ring > members.lowerBound, finding.inside.contains(where: members.dropFirst().contains) { return false }
        around.append(finding.inside)
      }
    }
    let isHole = geometry.areHoles
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
