import MapMath
import OvertileSearching

/// Tests for polygons for which GEOS needs a tenth of a second and more, since it compares pairs: not ordinary
/// outlines.
extension WorldGeometry {
  /// The pairs of segments, or of monotone chains, for each position and at least, from which polygons are expensive.
  private static let dearPairsPerPosition = 32
  private static let fewestDearPairs = 1 << 16
  private static let fewestDearChains = 1 << 18
  /// The pairs of monotone chains for each position from which a union is expensive, since it compares them again
  /// and again.
  private static let dearChainsPerPosition = 4
  /// The pairs of segments with a common position, and the holes, from which a union is expensive, since it joins them
  /// step by step.
  private static let fewestDearTouches = 1 << 13
  private static let fewestDearHoles = 1 << 10
  /// The same for pairs of a polygon and a segment at its height.
  private static let fewestDearHeights = 1 << 20

  /// The most pairs of segments whose rectangles meet that GEOS may examine.
  package static func mostPairs(forPositions count: Int) -> Int { max(count * dearPairsPerPosition, fewestDearPairs) }

  /// Whether so many pairs of segments, or of monotone chains, have rectangles that meet that examining all of them is
  /// expensive: spokes, long teeth that lie askew, and rings around each other. O(n log n).
  var isDear: Bool { isDear(touches: .max, chainsPerPosition: Self.dearPairsPerPosition) }

  /// The same where the contacts of the segments are known: mostly, they tell that few rectangles meet.
  func isDear(_ contacts: SegmentContacts?) -> Bool {
    isDear(
      touches: .max, chainsPerPosition: Self.dearPairsPerPosition,
      mostPairs: contacts.map { $0.mostPairs(of: self) } ?? .max)
  }

  /// Whether a union is expensive, too: of many holes, of a ring that touches itself at many positions or winds around
  /// many times, and of many polygons in a row, since it examines all segments at the height of each. O(n log n).
  var isDearToUnite: Bool {
    ringEnds.count - polygonEnds.count > Self.fewestDearHoles
      || isDear(touches: Self.fewestDearTouches, chainsPerPosition: Self.dearChainsPerPosition) || isDearByHeights
  }

  private func isDear(touches: Int, chainsPerPosition: Int, mostPairs: Int = .max) -> Bool {
    let limit = Self.mostPairs(forPositions: x.count)
    guard x.count * x.count / 2 > limit else { return false }
    return
      (mostPairs > min(limit, touches)
      && !SegmentSurvey.cannotPass(closePairs: min(limit, touches), self)
      && SegmentSurvey(self, limits: .init(closePairs: limit, touches: touches)).isCut)
      || MonotoneChains(self).meetInPairs(moreThan: max(x.count * chainsPerPosition, Self.fewestDearChains))
  }

  private var isDearByHeights: Bool {
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
      // The number of sides that begin at or above the height, minus those that end above it.
      return sum + tops.partitioningIndex { $0 > height } - bottoms.partitioningIndex { $0 >= height }
    }
    return heights > Self.fewestDearHeights
  }
}
