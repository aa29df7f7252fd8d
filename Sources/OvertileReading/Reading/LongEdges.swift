import OvertileExpressions

/// The edges of a ring or line that are longer than 180 degrees of longitude, and are taken the shorter way: across the 180th
/// meridian.
///
/// RFC 7946, section 3.1.9, cuts what crosses that meridian, so such an edge goes the long way there. Most data with such edges
/// are not cut, and cross it. Which of the two is meant shows where it crosses: an edge from longitude 179 to -178 does. It is
/// open for one of up to 270 degrees, and for those of an upright rectangle, which may be bounds.
enum LongEdges {
  /// Whether the longer way may be meant of an edge between some positions, in degrees. O(n).
  static func mayBeMeant(_ longitudes: [Double], _ latitudes: [Double], _ positions: Range<Int>) -> Bool {
    let steps = positions.dropFirst().map { abs(longitudes[$0] - longitudes[$0 - 1]) }
    let isRectangle =
      positions.count == 5 && Set(longitudes[positions]).count == 2 && Set(latitudes[positions]).count == 2
    return steps.contains { $0 > 180 && $0 < 360 && ($0 <= 270 || isRectangle) }
  }
}

extension Diagnostic {
  /// The warning about features with edges for which the longer way may be meant; nil without any.
  package init?(longEdges count: Int, source: String) {
    guard count > 0 else { return nil }
    let features = Counted.text(count, "feature")
    self.init(
      .longEdges,
      "source \"\(source)\" has \(features) with an edge longer than 180 degrees, which was drawn the shorter way, across the "
        + "antimeridian. If the longer way is meant, as in bounds, add a position halfway along the edge. The ledger "
        + "lists these features as long-edge",
      source: source)
    self.count = count
  }
}
