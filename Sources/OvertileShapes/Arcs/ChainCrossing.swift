import MapMath

/// Whether two chains of positions cross: the boxes around their halves are compared, then those of their halves.
enum ChainCrossing {
  /// Whether a segment of one chain crosses one of another at a position that is an end of neither. O(n log n) for chains
  /// that lie side by side.
  ///
  /// - Parameter steps: the number of positions that may still be examined; the examined ones are subtracted.
  static func cross(
    _ lines: WorldGeometry, _ one: ClosedRange<Int>, _ other: ClosedRange<Int>, steps: inout Int
  ) -> Bool {
    var pairs = [(one, other)]
    while let (first, second) = pairs.popLast() {
      steps -= first.count + second.count
      guard lines.bounds(of: first).meets(lines.bounds(of: second)) else { continue }
      if first.count == 2, second.count == 2 {
        if SegmentContact.crossAmid(segment(lines, first), segment(lines, second)) { return true }
        continue
      }
      let longer = first.count >= second.count ? first : second
      let middle = longer.lowerBound + (longer.upperBound - longer.lowerBound) / 2
      let halves = [longer.lowerBound...middle, middle...longer.upperBound]
      for half in halves { pairs.append(first.count >= second.count ? (half, second) : (first, half)) }
    }
    return false
  }

  private static func segment(_ lines: WorldGeometry, _ range: ClosedRange<Int>) -> SegmentContact.Segment {
    SegmentContact.Segment(lines.x, lines.y, range.lowerBound)
  }
}
