/// The rings or lines of a shape in a tile, in units of another tile.
struct Outline {
  private let shapes: TileShapes
  private let factor: Double
  private let offset: SIMD2<Double>
  let isClosed: Bool
  /// The indices of its positions.
  let indices: Range<Int>
  /// The least x and y of its positions, and the greatest.
  private let low, high: SIMD2<Double>

  /// A shape of a tile; its positions are multiplied, and an offset is subtracted from them.
  init(_ shapes: TileShapes, _ shape: Int, times factor: Double = 1, minus offset: SIMD2<Double> = .zero) {
    (self.shapes, self.factor, self.offset) = (shapes, factor, offset)
    (isClosed, indices) = (shapes.areClosed[shape], shapes.positions(of: shape))
    let box = shapes.boxes[shape]
    low = SIMD2(Double(box.x), Double(box.y)) * factor - offset
    high = SIMD2(Double(box.z), Double(box.w)) * factor - offset
  }

  /// A position.
  @inline(__always)
  subscript(index: Int) -> SIMD2<Double> {
    SIMD2(Double(shapes.x[index]), Double(shapes.y[index])) * factor - offset
  }

  /// The index of the position after one; of the last of a line, its own.
  @inline(__always)
  func next(_ index: Int) -> Int { Int(shapes.next[index]) }

  /// The square of the distance of a position from the segment that starts at another.
  @inline(__always)
  func squaredDistance(_ position: SIMD2<Double>, fromSegment index: Int) -> Double {
    let start = self[index]
    let (along, from) = (self[next(index)] - start, position - start)
    let length = along.squaredLength
    let share = length > 0 ? min(max((from * along).sum() / length, 0), 1) : 0
    return (from - share * along).squaredLength
  }

  /// The first index for which a condition holds, from one on along its ring or line, and then through all others.
  ///
  /// Positions along an outline are near the same segment of another outline as the last one, or the next.
  @inline(__always)
  private func first(from last: Int, where isFound: (Int) -> Bool) -> Int? {
    guard indices.contains(last) else { return nil }
    var index = last
    repeat {
      if isFound(index) { return index }
      guard next(index) != index else { break }
      index = next(index)
    } while index != last
    return (last..<indices.upperBound).first(where: isFound) ?? (indices.lowerBound..<last).first(where: isFound)
  }

  /// Whether some segment is within a distance of a position; `last` is the one found last, from which the search
  /// begins.
  func isNear(_ position: SIMD2<Double>, within distance: Double, from last: inout Int) -> Bool {
    let square = distance * distance
    guard let found = first(from: last, where: { squaredDistance(position, fromSegment: $0) <= square })
    else { return false }
    last = found
    return true
  }

  /// Whether some segment is within a distance of a position. O(positions).
  func isNear(_ position: SIMD2<Double>, within distance: Double) -> Bool {
    let square = distance * distance
    return indices.contains { squaredDistance(position, fromSegment: $0) <= square }
  }

  /// Whether it has a position within a distance in x and in y of another; `last` is the one found last, from which the
  /// search begins.
  func has(_ position: SIMD2<Double>, within distance: Double, from last: inout Int) -> Bool {
    guard let found = first(from: last, where: { self[$0].isNear(position, within: distance) }) else { return false }
    last = found
    return true
  }

  /// The first position within a distance in x and in y of another.
  func position(within distance: Double, of position: SIMD2<Double>) -> Int? {
    indices.first { self[$0].isNear(position, within: distance) }
  }

  /// Whether its box is within a distance of a position. O(1).
  func reaches(_ position: SIMD2<Double>, within distance: Double) -> Bool {
    low.x - distance <= position.x && position.x <= high.x + distance && low.y - distance <= position.y
      && position.y <= high.y + distance
  }

  /// The index of the position before one in its ring; of the first of a line, its own. O(positions of the part).
  func previous(_ index: Int) -> Int {
    let part = part(around: index)
    return index > part.lowerBound ? index - 1 : isClosed ? part.upperBound - 1 : index
  }

  /// The positions of the part that holds one. O(positions of the part).
  func part(around index: Int) -> Range<Int> {
    var start = index
    while start > indices.lowerBound, next(start - 1) == start { start -= 1 }
    return start..<end(ofPartWith: index)
  }

  /// The exclusive end of the positions of a part.
  func end(ofPartWith index: Int) -> Int {
    var last = index
    while next(last) == last + 1 { last += 1 }
    return last + 1
  }
}

extension SIMD2<Double> {
  /// The square of the length as a vector.
  @inline(__always)
  var squaredLength: Double { x * x + y * y }

  /// Whether another is within a distance in x and in y.
  @inline(__always)
  func isNear(_ other: Self, within distance: Double) -> Bool {
    abs(x - other.x) <= distance && abs(y - other.y) <= distance
  }
}
