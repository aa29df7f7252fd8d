import MapMath

/// Which polygons GEOS takes a tenth of a second and more for, since it looks at pairs: not outlines as they are drawn.
extension WorldGeometry {
  /// The pairs of segments, for each position and at least, from which on polygons are dear.
  private static let dearPairsPerPosition = 32
  private static let fewestDearPairs = 1 << 16
  /// The same for pairs of a polygon and a segment at its height.
  private static let fewestDearHeights = 1 << 20

  /// The most pairs of segments whose rectangles meet that GEOS is given to look at.
  package static func mostPairs(forPositions count: Int) -> Int { max(count * dearPairsPerPosition, fewestDearPairs) }

  /// Whether so many pairs of segments have rectangles that meet that looking at all of them is dear: spokes, and long teeth
  /// that lie askew. O(n log n).
  var isDear: Bool {
    let limit = Self.mostPairs(forPositions: x.count)
    guard x.count * x.count / 2 > limit else { return false }
    return SegmentSurvey(self, limits: .init(closePairs: limit)).isCut
  }

  /// Whether a union is dear, too, which looks for each polygon at all segments at its height: many small ones in a row.
  /// O(n log n).
  var isDearToUnite: Bool {
    if isDear { return true }
    guard polygonEnds.count * x.count > Self.fewestDearHeights else { return false }
    var (tops, bottoms): ([Double], [Double]) = ([], [])
    for ring in ringEnds.indices {
      for index in positions(ofRing: ring).dropLast() {
        tops.append(min(y[index], y[index + 1]))
        bottoms.append(max(y[index], y[index + 1]))
      }
    }
    tops.sort()
    bottoms.sort()
    let heights = polygonEnds.indices.reduce(0) { sum, polygon in
      let height = y[positions(ofRing: rings(ofPolygon: polygon).lowerBound).lowerBound]
      return sum + Self.count(in: tops) { $0 <= height } - Self.count(in: bottoms) { $0 < height }
    }
    return heights > Self.fewestDearHeights
  }

  /// How many of some values, which stand first, fulfill a condition. O(log n).
  private static func count(in values: [Double], where condition: (Double) -> Bool) -> Int {
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(values[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
