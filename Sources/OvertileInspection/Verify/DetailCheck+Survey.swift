extension DetailCheck {
  /// The positions of a shape that one of two zooms has, and the other has not.
  struct Survey {
    /// Positions of the finer outline that are farther than the tolerance from the coarser one.
    var far: [Int] = []
    /// Positions of the coarser outline that the finer one does not have.
    var lone: [Int] = []
  }

  /// The number of positions of a shape that are surveyed further.
  private static var mostOfShape: Int { 64 }
  /// The number of positions of a shape that may be far from the other zoom's, also where that is not judged, so that a
  /// damaged tile does not take too long.
  private static var mostMisses: Int { 1024 }

  /// Positions this near to what a tile shows are not judged: outlines are cut there.
  private var inset: Double { 8 }

  func survey(_ pair: ShapePair) -> Survey {
    let (fine, coarse) = (pair.fine, pair.coarse)
    var survey = Survey()
    var isFound = [Bool](repeating: false, count: coarse.x.count)
    var (last, misses) = (0, 0)
    for index in fine.x.indices where window.holds(fine.x[index], fine.y[index], inset: 1) {
      let (x, y) = (fine.x[index], fine.y[index])
      guard coarse.isNear(x, y, within: tolerance, from: &last) else {
        // Each miss has looked at the whole outline.
        misses += 1
        if window.holds(x, y, inset: tolerance + inset) { survey.far.append(index) }
        guard survey.far.count < Self.mostOfShape, misses < Self.mostMisses else { break }
        continue
      }
      for near in [last, Int(coarse.next[last])] where abs(coarse.x[near] - x) <= 1 && abs(coarse.y[near] - y) <= 1 {
        isFound[near] = true
      }
    }
    var positions: PositionIndex?
    for index in coarse.x.indices where !isFound[index] && mayJudge(coarse.x[index], coarse.y[index]) {
      let found = positions ?? PositionIndex(fine)
      positions = found
      if !found.holds(nearX: coarse.x[index], y: coarse.y[index]) { survey.lone.append(index) }
      guard survey.lone.count < Self.mostOfShape else { break }
    }
    return survey
  }

  /// Whether outlines near a position are the same in both tiles, so that they can be compared there. At zooms 0 and 1
  /// what lies on both sides of the 180th meridian is joined.
  private func mayJudge(_ x: Double, _ y: Double) -> Bool {
    guard window.holds(x, y, inset: inset) else { return false }
    guard parent.z < 2 else { return true }
    let around = Double(extent) * Double(UInt64(1) << UInt64(tile.z))
    let column = Double(tile.x) * Double(extent) + x
    return column > 4 && column < around - 4
  }

  /// Whether a position of an outline too far from another belongs to a part that both zooms draw.
  func mayBeBeyond(_ position: Int, of outline: Outline) -> Bool {
    guard mayJudge(outline.x[position], outline.y[position]) else { return false }
    let part = outline.part(around: position)
    let size = outline.size(part)
    return outline.isClosed ? size >= smallest && outline.area(part) >= smallest * smallest : size > 4
  }

  /// Whether a position of an outline too far from another belongs to more than a sliver.
  func isBeyond(_ position: Int, of outline: Outline, _ other: Outline) -> Bool {
    guard outline.isClosed else { return true }
    return OutlineDifference(outline, other, tolerance: tolerance, in: window).isThick(
      nearX: outline.x[position], y: outline.y[position])
  }
}

extension Outline {
  /// The longer side of the box of a part.
  fileprivate func size(_ part: Range<Int>) -> Double {
    guard let west = x[part].min(), let east = x[part].max(), let north = y[part].min(), let south = y[part].max()
    else { return 0 }
    return max(east - west, south - north)
  }

  /// The area of a ring.
  fileprivate func area(_ part: Range<Int>) -> Double {
    var sum = 0.0
    for index in part { sum += x[index] * y[Int(next[index])] - x[Int(next[index])] * y[index] }
    return abs(sum) / 2
  }
}
