/// Areas and orientations of closed rings.
///
/// Positive with x east and y south is clockwise on the screen: an exterior, as in vector tiles. Exact while
/// coordinates are whole and within 2^25 of each other.
enum Shoelace {
  /// Twice the signed area of a closed ring, summed relative to its first position. O(n).
  static func doubledArea(_ x: [Double], _ y: [Double], _ ring: Range<Int>) -> Double {
    guard ring.count >= 4 else { return 0 }
    return x.withUnsafeBufferPointer { x in
      y.withUnsafeBufferPointer { y in
        let (originX, originY) = (x[ring.lowerBound], y[ring.lowerBound])
        var sum = 0.0
        var (lastX, lastY) = (0.0, 0.0)
        for index in ring.dropFirst() {
          let (nextX, nextY) = (x[index] - originX, y[index] - originY)
          sum += lastX * nextY - nextX * lastY
          (lastX, lastY) = (nextX, nextY)
        }
        return sum
      }
    }
  }
}
