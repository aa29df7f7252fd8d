import OvertileClustering
import TestSupport
import Testing

@Suite struct CompleteZoomTests {
  /// The nodes of a zoom as sets of points, identified by their positions, so that points at one position are one.
  private func shown(_ hierarchy: ClusterHierarchy, _ zoom: Int) -> Set<[UInt32]> {
    Set(hierarchy.visibleNodes(atZoom: zoom).map { hierarchy.leaves(of: Int($0)).sorted() })
  }

  @Test func itIsTheFirstZoomAfterWhichNothingFallsApart() throws {
    var found = 0
    for seed in seeds(300) {
      var input = RandomPoints(seed: seed, limit: 40)
      input.options.zooms = 0...24
      let hierarchy = try input.options.hierarchy(of: input.points)
      let complete = hierarchy.completeZoom
      guard complete <= 24 else { continue }
      found += 1
      let last = shown(hierarchy, 24)
      let isLast = (complete...24).allSatisfy { shown(hierarchy, $0) == last }
      #expect(isLast && (complete == 0 || shown(hierarchy, complete - 1) != last), "seed \(seed)")
      let areOne = last.allSatisfy { leaves in
        Set(leaves.map { [hierarchy.nodes.x[Int($0)], hierarchy.nodes.y[Int($0)]] }).count == 1
      }
      #expect(areOne, "seed \(seed)")
    }
    #expect(found > 20)
  }

  @Test func pointsOfOnePositionNeverFallApart() throws {
    for (x, zoom) in [([5, 5, 5], 2), ([5, 6], 11)] as [([UInt32], Int)] {
      let points = ClusterPoints(x: x, y: x.map { _ in 9 })
      #expect(try ClusterOptions(zooms: 2...10).hierarchy(of: points).completeZoom == zoom)
    }
  }
}
