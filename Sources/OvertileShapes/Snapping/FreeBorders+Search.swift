import MapMath
import OvertileCore

/// The search for positions of one shape that lie near the border of another.
extension FreeBorders {
  /// The indices of the positions within a distance of another shape's segment that does not end there; a few more are
  /// found where latitudes differ. Ascending.
  ///
  /// O(r log r) in the runs, and the pairs of positions and segments of runs whose boxes are near.
  ///
  /// - Parameters:
  ///   - steps: the pairs that may be examined; the examined ones are subtracted.
  ///   - most: the number of positions after which the search ends.
  ///   - check: called now and then; its error ends the work.
  /// - Returns: nil if the steps were not enough.
  func nearPositions(
    within distance: SnapDistance, steps: inout Int, atMost most: Int = .max, _ check: () throws -> Void
  ) throws -> [Int32]? {
    var found: Set<Int32> = []
    let areNear = areNearOthers(within: distance)
    for (number, run) in runs.enumerated() {
      if number % Self.perCheck == 0 { try check() }
      guard areNear[number] else { continue }
      let box = box(run)
      let reach = distance.units(box)
      let isDone = tree.allSatisfy(meeting: box.grown(by: reach)) { other in
        guard runs[other].shape != run.shape else { return true }
        scan(run, runs[other], reach, steps: &steps, &found)
        return steps >= 0
      }
      guard isDone else { return nil }
      if found.count >= most { break }
    }
    return found.sorted()
  }

  /// The number of runs between two checks.
  private static let perCheck = 4096

  /// Per run: whether one of another shape may be within a distance of it. Most runs of shapes that lie apart are near none,
  /// and need no search from the root.
  private func areNearOthers(within distance: SnapDistance) -> [Bool] {
    var areNear = [Bool](repeating: false, count: runs.count)
    guard let whole = tree.whole else { return areNear }
    let pairs = BoxPairs(tree.grown(by: distance.units(whole) / 2 + 1)) { _ in BoxPairs.bothMarks }
    var rest = runs.count * Self.pairsPerRun
    for root in pairs.divided(into: 1) {
      pairs.forEachItem(below: root) { one, other in
        if runs[one].shape != runs[other].shape { (areNear[one], areNear[other]) = (true, true) }
        rest -= 1
        return rest >= 0
      }
    }
    // So many boxes meet that each search finds some.
    return rest >= 0 ? areNear : areNear.map { _ in true }
  }

  /// The pairs of runs for each run, itself one of them, after which all are taken as near.
  private static let pairsPerRun = 16

  private func scan(_ run: Run, _ other: Run, _ reach: Double, steps: inout Int, _ found: inout Set<Int32>) {
    let box = box(other).grown(by: reach)
    steps -= 1
    for index in run.first...run.last {
      let position = position(Int(index))
      guard box.contains(x: position.x, y: position.y), !found.contains(index) else { continue }
      steps -= Int(other.last - other.first)
      let isNear = (Int(other.first)..<Int(other.last)).contains { start in
        let segment = segment(start)
        return !segment.ends(atX: position.x, y: position.y)
          && SegmentFoot(of: position, on: segment).squaredDistance <= reach * reach
      }
      if isNear { found.insert(index) }
    }
  }

  /// The arc that a position belongs to. O(log arcs).
  func arc(ofPosition index: Int32) -> Int { arcs.ringEnds.partitioningIndex { $0 > index } }

  /// The shapes at the ends of some arcs.
  func shapesAtEnds(
    of wanted: Set<Int>, _ network: ArcNetwork
  ) -> [GridPosition: [Int32]] {
    var result: [GridPosition: [Int32]] = [:]
    if wanted.isEmpty { return result }
    for arc in wanted {
      let ends = ends(arc)
      result[position(ends.first)] = []
      result[position(ends.last)] = []
    }
    // Few arcs are wanted of many: a column tells the ends of most others apart in less time than a hash.
    let columns = result.keys.map(\.x).sorted()
    func add(_ index: Int, at end: Int) {
      let position = position(end)
      let column = columns.partitioningIndex { $0 >= position.x }
      guard column < columns.count, columns[column] == position.x else { return }
      if result[position]?.last != Int32(index) { result[position]?.append(Int32(index)) }
    }
    for index in 0..<network.shapeCount {
      for ring in network.rings(ofShape: index) {
        for (arc, _) in network.arcs(ofRing: ring) {
          let ends = ends(arc)
          add(index, at: ends.first)
          add(index, at: ends.last)
        }
      }
    }
    return result
  }
}
