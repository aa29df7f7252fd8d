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
      for zoom in complete...24 { #expect(shown(hierarchy, zoom) == last, "seed \(seed), zoom \(zoom)") }
      for leaves in last {
        let positions = Set(leaves.map { [hierarchy.nodes.x[Int($0)], hierarchy.nodes.y[Int($0)]] })
        #expect(positions.count == 1, "seed \(seed)")
      }
      if complete > 0 { #expect(shown(hierarchy, complete - 1) != last, "seed \(seed)") }
    }
    #expect(found > 20)
  }

  @Test func pointsOfOnePositionNeverFallApart() throws {
    let points = ClusterPoints(x: [5, 5, 5], y: [9, 9, 9], weights: nil)
    #expect(try ClusterOptions(zooms: 2...10).hierarchy(of: points).completeZoom == 2)
    let apart = ClusterPoints(x: [5, 6], y: [9, 9], weights: nil)
    #expect(try ClusterOptions(zooms: 2...10).hierarchy(of: apart).completeZoom == 11)
  }
}
