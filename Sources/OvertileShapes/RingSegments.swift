import MapMath

/// The segments of all rings, numbered in their order.
struct RingSegments {
  /// Per segment: its first position.
  private(set) var starts: [Int32] = []
  /// Per segment: the first and last segment of its ring.
  private var firsts: [Int32] = []
  private var lasts: [Int32] = []
  /// Per segment: its ring.
  private var rings: [Int32] = []

  /// Numbers the segments of closed rings. O(n).
  init(_ geometry: WorldGeometry) {
    starts.reserveCapacity(geometry.x.count)
    for ring in geometry.ringEnds.indices {
      let positions = geometry.positions(ofRing: ring)
      let (first, count) = (starts.count, positions.count - 1)
      for position in positions.dropLast() {
        starts.append(Int32(position))
        firsts.append(Int32(first))
        lasts.append(Int32(first + count - 1))
        rings.append(Int32(ring))
      }
    }
  }

  /// The ring of a segment.
  @inline(__always)
  func ring(_ segment: Int) -> Int { Int(rings[segment]) }

  /// The segment before another one in its ring.
  @inline(__always)
  func previous(_ segment: Int) -> Int {
    segment == Int(firsts[segment]) ? Int(lasts[segment]) : segment - 1
  }

  /// Whether one segment follows another in its ring; the lower number comes first.
  @inline(__always)
  func areNeighbors(_ low: Int, _ high: Int) -> Bool {
    firsts[low] == firsts[high] && (high == low + 1 || (low == Int(firsts[low]) && high == Int(lasts[low])))
  }
}
