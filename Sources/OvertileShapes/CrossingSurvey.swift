/// The crossings of segments that lie close to many others, counted in near-linear time: like `SegmentSurvey`, but
/// equal segments are one, and segments with one common end are not compared.
struct CrossingSurvey {
  /// Pairs of segments that cross or overlap, or one of which ends inside the other; or one more than the limit.
  var crossings: Int { pairs.count }
  /// The same pairs of segments, by their numbers.
  private(set) var pairs: [(one: Int, other: Int)] = []
  /// Whether two segments cross between their ends, so that polygons are not valid.
  private(set) var crossesAmid = false

  /// Examines distinct segments; nil if that needs more steps than allowed.
  init?(_ segments: [SegmentContact.Segment], mostCrossings: Int, mostSteps: Int) {
    var found: Set<UInt64> = []
    var crossesAmid = false
    var (looks, isEnough) = (mostSteps, false)
    var descent = SegmentDescent(segments, mostSteps: mostSteps)
    let isComplete = descent.visit { _, members in
      for (rank, one) in members.enumerated() {
        looks -= members.count - rank - 1
        guard looks >= 0 else { return false }
        for other in members[(rank + 1)...] where SegmentContact.crossInside(segments[one], segments[other]) {
          found.insert(UInt64(one) << 32 | UInt64(other))
          crossesAmid = crossesAmid || SegmentContact.crossAmid(segments[one], segments[other])
          isEnough = crossesAmid && found.count > mostCrossings
          if isEnough { return false }
        }
      }
      return true
    }
    guard isComplete || isEnough else { return nil }
    pairs = found.sorted().map { (Int($0 >> 32), Int($0 & 0xFFFF_FFFF)) }
    self.crossesAmid = crossesAmid
  }
}
