import MapMath
import OvertileSearching

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
    for (number, run) in runs.enumerated() {
      if number % Self.perCheck == 0 { try check() }
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

  private func scan(_ run: Run, _ other: Run, _ reach: Double, steps: inout Int, _ found: inout Set<Int32>) {
    let box = box(other).grown(by: reach)
    steps -= 1
    for index in run.first...run.last {
      let position = position(Int(index))
      guard box.minX <= position.x, position.x <= box.maxX, box.minY <= position.y, position.y <= box.maxY,
        !found.contains(index)
      else { continue }
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
    of wanted: Set<Int>, _ sources: [WorldGeometry], _ network: ArcNetwork
  ) -> [GridPosition: [Int32]] {
    var result: [GridPosition: [Int32]] = [:]
    if wanted.isEmpty { return result }
    for arc in wanted {
      let ends = ends(arc)
      result[position(ends.first)] = []
      result[position(ends.last)] = []
    }
    for (index, source) in sources.enumerated() where source.kind != .points {
      for ring in source.ringEnds.indices {
        for (arc, _) in network.arcs(ofRing: ring, ofShape: index) {
          let ends = ends(arc)
          for end in [position(ends.first), position(ends.last)] {
            if result[end]?.last == Int32(index) { continue }
            result[end]?.append(Int32(index))
          }
        }
      }
    }
    return result
  }
}
