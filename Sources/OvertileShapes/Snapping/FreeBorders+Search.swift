import MapMath
import OvertileCore

/// The search for positions of one shape that lie near the border of another.
extension FreeBorders {
  /// The indices of the positions within a distance of another shape's segment that does not end there; a few more are
  /// found where latitudes differ. Ascending.
  ///
  /// O(r) in the runs, and the pairs of positions and segments of runs whose boxes are near.
  ///
  /// - Parameters:
  ///   - steps: the pairs of runs, and of positions and segments, that may be examined; the examined ones are subtracted.
  ///   - most: the number of positions after which the search ends.
  ///   - check: called now and then; its error ends the work.
  /// - Returns: nil if the steps were not enough.
  func nearPositions(
    within distance: SnapDistance, steps: inout Int, atMost most: Int = .max, _ check: () throws -> Void
  ) throws -> [Int32]? {
    guard let whole = tree.boxes.last else { return [] }
    var (found, rest): (Set<Int32>, Int) = ([], steps)
    let near = tree.grown(by: distance.units(whole) / 2 + 1)
    var pairs = 0
    _ = try near.allPairsSatisfy { one, other in
      if pairs % Self.perCheck == 0 { try check() }
      pairs += 1
      rest -= 1
      if runs[one].shape != runs[other].shape {
        scan(runs[one], runs[other], distance, steps: &rest, &found)
        scan(runs[other], runs[one], distance, steps: &rest, &found)
      }
      return rest >= 0 && found.count < most
    }
    steps = rest
    return steps >= 0 ? found.sorted() : nil
  }

  /// The number of pairs of runs between two checks.
  private static let perCheck = 4096

  /// Finds the positions of a run that lie near the segments of another.
  private func scan(
    _ run: Run, _ other: Run, _ distance: SnapDistance, steps: inout Int, _ found: inout Set<Int32>
  ) {
    let own = box(run)
    let reach = distance.units(own)
    let box = box(other).grown(by: reach)
    guard own.meets(box) else { return }
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

  /// The shapes at the ends of some arcs. O(arcs).
  func shapesAtEnds(of wanted: Set<Int>) -> [GridPosition: [Int32]] {
    var result: [GridPosition: [Int32]] = [:]
    for arc in wanted {
      let ends = ends(arc)
      result[position(ends.first)] = []
      result[position(ends.last)] = []
    }
    if wanted.isEmpty { return result }
    func add(_ shape: Int32, at end: Int) {
      guard let index = result.index(forKey: position(end)), result.values[index].last != shape else { return }
      result.values[index].append(shape)
    }
    for (ring, shape) in shapes.enumerated() {
      for (arc, _) in network.arcs(ofRing: ring) {
        add(shape, at: ends(arc).first)
        add(shape, at: ends(arc).last)
      }
    }
    return result
  }
}
