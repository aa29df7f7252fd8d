/// Areas and orientations of closed rings.
///
/// Positive with x east and y south is clockwise on the screen: an exterior, as in vector tiles. Exact while
/// coordinates are whole and within 2^25 of each other.
enum Shoelace {
  /// Twice the signed area of a closed ring, summed relative to its first position; 0 if it has too few positions. O(n).
  @inline(__always)
  static func doubledArea(_ ring: Range<Int>, _ position: (Int) -> SIMD2<Double>) -> Double {
    guard ring.count >= 4 else { return 0 }
    let origin = position(ring.lowerBound)
    var (sum, last) = (0.0, SIMD2<Double>.zero)
    for index in ring.dropFirst() {
      let next = position(index) - origin
      sum += last.x * next.y - next.x * last.y
      last = next
    }
    return sum
  }

  /// The same of a ring in columns.
  static func doubledArea(_ x: [Double], _ y: [Double], _ ring: Range<Int>) -> Double {
    x.withUnsafeBufferPointer { x in
      y.withUnsafeBufferPointer { y in doubledArea(ring) { SIMD2(x[$0], y[$0]) } }
    }
  }
}
