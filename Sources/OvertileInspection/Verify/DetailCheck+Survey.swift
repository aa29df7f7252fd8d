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

  /// Looks at each position once. O(positions) where both outlines have theirs in the same order.
  func survey(_ pair: ShapePair) -> Survey {
    var survey = Survey()
    surveyFar(pair, &survey.far)
    surveyLone(pair, &survey.lone)
    return survey
  }

  private func surveyFar(_ pair: ShapePair, _ far: inout [Int]) {
    var (last, misses) = (pair.coarse.indices.lowerBound, 0)
    for index in pair.fine.indices {
      let position = pair.fine[index]
      guard window.holds(position, inset: 1), !pair.coarse.isNear(position, within: tolerance, from: &last)
      else { continue }
      // Each miss has looked at the whole outline.
      misses += 1
      if window.holds(position, inset: tolerance + inset) { far.append(index) }
      guard far.count < Self.mostOfShape, misses < Self.mostMisses else { break }
    }
  }

  private func surveyLone(_ pair: ShapePair, _ lone: inout [Int]) {
    var last = pair.fine.indices.lowerBound
    for index in pair.coarse.indices {
      let position = pair.coarse[index]
      guard mayJudge(position), !pair.fine.has(position, within: 1, from: &last) else { continue }
      lone.append(index)
      guard lone.count < Self.mostOfShape else { break }
    }
  }

  /// Whether outlines near a position are the same in both tiles, so that they can be compared there. At the 180th
  /// meridian they are cut, or joined with what lies beyond it if that is large enough to be drawn.
  private func mayJudge(_ position: SIMD2<Double>) -> Bool {
    guard window.holds(position, inset: inset) else { return false }
    return position.x > meridian.west + tolerance && position.x < meridian.east - tolerance
  }

  /// The 180th meridian on both sides of the map, in units of the tile.
  private var meridian: (west: Double, east: Double) {
    let west = -Double(tile.x) * Double(extent)
    return (west, west + Double(extent) * Double(UInt64(1) << UInt64(tile.z)))
  }

  /// Whether a position of an outline too far from another belongs to a part that both zooms draw.
  func mayBeBeyond(_ index: Int, of outline: Outline) -> Bool {
    guard mayJudge(outline[index]) else { return false }
    // A hole or a part that is cut off is larger than what is left of it, and may be small nevertheless.
    let positions = outline.positions(around: index) { window.holds($0, inset: 1) }
    let (low, high) = outline.box(positions)
    // Parts are cut at the 180th meridian, and left out by their size, before tiles show them joined.
    guard (low.x < meridian.west) == (high.x <= meridian.west), (low.x < meridian.east) == (high.x <= meridian.east)
    else { return false }
    let size = max(high.x - low.x, high.y - low.y)
    return outline.isClosed ? size >= smallest && outline.area(positions) >= smallest * smallest : size > 4
  }

  /// Whether a position of an outline too far from another belongs to more than a sliver.
  func isBeyond(_ index: Int, of outline: Outline, _ other: Outline) -> Bool {
    guard outline.isClosed else { return true }
    return difference(outline, other).isThick(near: outline[index])
  }
}

extension Outline {
  /// The positions of the part that holds one, or those around it up to the first on each side that lies elsewhere.
  fileprivate func positions(around index: Int, _ isInside: (SIMD2<Double>) -> Bool) -> [Int] {
    let part = part(around: index)
    guard isClosed, let start = part.first(where: { !isInside(self[$0]) }) else { return Array(part) }
    var (run, hasPassed): ([Int], Bool) = ([start], index == start)
    for position in Array(start + 1..<part.upperBound) + Array(part.lowerBound...start) {
      run.append(position)
      if position == index { hasPassed = true }
      guard !isInside(self[position]) else { continue }
      if hasPassed { return run }
      run = [position]
    }
    return run
  }

  /// The box of some positions.
  fileprivate func box(_ positions: [Int]) -> (low: SIMD2<Double>, high: SIMD2<Double>) {
    var (low, high) = (self[positions[0]], self[positions[0]])
    for index in positions {
      low = pointwiseMin(low, self[index])
      high = pointwiseMax(high, self[index])
    }
    return (low, high)
  }

  /// The area inside some positions, joined in their order.
  fileprivate func area(_ positions: [Int]) -> Double {
    var (sum, start) = (0.0, self[positions[positions.count - 1]])
    for index in positions {
      let end = self[index]
      sum += start.x * end.y - end.x * start.y
      start = end
    }
    return abs(sum) / 2
  }
}
