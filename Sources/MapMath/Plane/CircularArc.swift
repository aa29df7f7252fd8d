/// A part of a circle with a certain circumference.
struct CircularArc {
  /// The start, in 0..<period.
  var start: Double
  /// The length; from the period up it is all of the circle.
  var length: Double
}

extension CircularArc {
  /// The shortest arc that holds other arcs, each of which starts in 0..<period; nil without any.
  ///
  /// The largest gap between them is left out; if gaps are equal, the one over the start of the circle, then the first.
  /// Arcs that leave no gap make all of the circle, from the first start on. O(n log n).
  init?(covering arcs: [CircularArc], period: Double) {
    let sorted = arcs.sorted { $0.start < $1.start }
    guard let first = sorted.first else { return nil }
    // The end of the area covered before each start, beginning with arcs that continue over the end of the circle.
    let reach = arcs.reduce(-Double.infinity) { max($0, $1.start + $1.length) }
    var gap = max(first.start - (reach - period), 0)
    var (before, end) = (first.start + first.length, reach)
    start = first.start
    for arc in sorted.dropFirst() {
      let covered = max(before, reach - period)
      if arc.start - covered > gap {
        gap = arc.start - covered
        (start, end) = (arc.start, covered + period)
      }
      before = max(before, arc.start + arc.length)
    }
    length = gap > 0 ? end - start : period
  }
}
