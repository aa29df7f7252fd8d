import MapMath

/// Finds the rings of a geometry around a position, by a ray from it eastward: O(log n) and the segments that the ray
/// meets.
struct RingLocator {
  private let x: [Double]
  private let y: [Double]
  private let tree: BoxTree
  /// Per segment: its first position, and its ring.
  private let starts: [Int32]
  private let rings: [Int32]
  private let east: Double

  /// The rings that a ray from a position meets.
  struct Finding {
    /// The rings around the position, ascending.
    var inside: [Int] = []
    /// The rings that pass through the position.
    var boundary: [Int] = []
  }

  /// Accepts closed rings of coordinates: per ring, its positions.
  init(_ x: [Double], _ y: [Double], rings: [(number: Int, positions: Range<Int>)]) {
    (self.x, self.y) = (x, y)
    var starts: [Int32] = []
    var numbers: [Int32] = []
    for ring in rings {
      for position in ring.positions.dropLast() {
        starts.append(Int32(position))
        numbers.append(Int32(ring.number))
      }
    }
    (self.starts, self.rings) = (starts, numbers)
    east = x.max() ?? 0
    tree = BoxTree(starts.map { SegmentContact.Segment(x, y, Int($0)).box })
  }

  /// The rings around a position and through it.
  func rings(roundX px: Double, y py: Double) -> Finding {
    var crossed: [Int32] = []
    var finding = Finding()
    let ray = WorldBounds(minX: px, minY: py, maxX: max(east, px), maxY: py)
    _ = tree.allSatisfy(meeting: ray) { number in
      let ring = rings[number]
      let segment = SegmentContact.Segment(x, y, Int(starts[number]))
      let turn = SegmentContact.side(segment, px, py)
      if turn == 0, segment.box.contains(x: px, y: py) {
        finding.boundary.append(Int(ring))
      } else if (segment.ay > py) != (segment.by > py), (turn > 0) == (segment.by > segment.ay) {
        crossed.append(ring)
      }
      return true
    }
    crossed.sort()
    var index = 0
    while index < crossed.count {
      var end = index
      while end < crossed.count, crossed[end] == crossed[index] { end += 1 }
      let ring = Int(crossed[index])
      if (end - index) % 2 == 1, !finding.boundary.contains(ring) { finding.inside.append(ring) }
      index = end
    }
    return finding
  }
}

extension SegmentContact.Segment {
  /// The segment from a position to the next.
  @inline(__always)
  init(_ x: [Double], _ y: [Double], _ index: Int) {
    self.init(ax: x[index], ay: y[index], bx: x[index + 1], by: y[index + 1])
  }
}
