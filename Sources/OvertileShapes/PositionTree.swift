/// A static tree of positions that finds one in a convex hull: halved in turn by x and by y, so that its depth is the
/// logarithm of their number wherever they lie.
struct PositionTree {
  private let x: [Double]
  private let y: [Double]
  /// The positions, those of each half together.
  private var order: [Int32]
  /// Per node, the root first and the halves of node i at 2i + 1 and 2i + 2: the box of its positions.
  private var boxes: [BoxTree.Box]
  private let depth: Int

  /// The most positions in a leaf.
  private static let few = 8

  /// Makes a tree of positions. O(n log² n).
  init(_ x: [Double], _ y: [Double]) {
    (self.x, self.y, order) = (x, y, x.indices.map { Int32($0) })
    var (count, depth) = (x.count, 0)
    while count > Self.few { (count, depth) = ((count + 1) / 2, depth + 1) }
    self.depth = depth
    boxes = Array(repeating: .empty, count: (1 << (depth + 1)) - 1)
    build(0, 0..<order.count, level: 0)
  }

  private mutating func build(_ node: Int, _ range: Range<Int>, level: Int) {
    for position in order[range] {
      let (px, py) = (x[Int(position)], y[Int(position)])
      boxes[node].extend(to: BoxTree.Box(minX: px, minY: py, maxX: px, maxY: py))
    }
    guard level < depth else { return }
    let values = boxes[node].maxX - boxes[node].minX > boxes[node].maxY - boxes[node].minY ? x : y
    order[range].sort { (values[Int($0)], $0) < (values[Int($1)], $1) }
    let middle = (range.lowerBound + range.upperBound) / 2
    build(2 * node + 1, range.lowerBound..<middle, level: level + 1)
    build(2 * node + 2, middle..<range.upperBound, level: level + 1)
  }

  /// Whether a position in a hull fulfills a condition.
  func contains(in hull: ConvexHull, where condition: (Int) -> Bool) -> Bool {
    guard !order.isEmpty else { return false }
    var stack = [(node: 0, range: 0..<order.count, level: 0)]
    while let (node, range, level) = stack.popLast() {
      if hull.isApart(from: boxes[node]) { continue }
      guard level < depth else {
        for position in order[range] {
          let index = Int(position)
          if hull.holds(x[index], y[index]), condition(index) { return true }
        }
        continue
      }
      let middle = (range.lowerBound + range.upperBound) / 2
      stack.append((2 * node + 2, middle..<range.upperBound, level + 1))
      stack.append((2 * node + 1, range.lowerBound..<middle, level + 1))
    }
    return false
  }
}
