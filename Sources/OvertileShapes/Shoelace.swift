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

  /// Whether a point is inside a closed ring, by counting crossings of the ray towards +x; nil if it is on the ring. O(n).
  static func isInside(x px: Double, y py: Double, _ x: [Double], _ y: [Double], _ ring: Range<Int>) -> Bool? {
    var isInside = false
    for index in ring.dropLast() {
      let (ax, ay, bx, by) = (x[index], y[index], x[index + 1], y[index + 1])
      let turn = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
      if turn == 0, min(ax, bx) <= px, px <= max(ax, bx), min(ay, by) <= py, py <= max(ay, by) { return nil }
      if (ay > py) != (by > py), (turn > 0) == (by > ay) { isInside.toggle() }
    }
    return isInside
  }
}
