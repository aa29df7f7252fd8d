import OvertileClustering
import Testing

@Suite struct BoundaryTests {
  @Test func noPointsMakeAnEmptyHierarchy() throws {
    let hierarchy = try ClusterOptions().hierarchy(of: ClusterPoints(x: [], y: []))
    #expect(hierarchy.nodeCount == 0 && hierarchy.visibleNodes(atZoom: 3).isEmpty && hierarchy.leaves.isEmpty)
    #expect(hierarchy.clusterIDs(stableKeys: []).isEmpty && FeatureIdentities(stableKeys: []).ids.isEmpty)
  }

  @Test func everyZoomFrom0To30Works() throws {
    let points = ClusterPoints(x: [4, 4, 5, .max], y: [0, 0, 0, 0], weights: [0, 0, 1 << 61, 0])
    let hierarchy = try ClusterOptions(zooms: 0...30).hierarchy(of: points)
    // Coincident points merge at the last zoom; the heavy neighbor draws them to its own position if it can reach them.
    #expect(hierarchy.nodes.x[4] == 4 && hierarchy.nodes.createdZooms[4] == 30)
    #expect(hierarchy.nodes.counts.last == 4 && hierarchy.nodes.x.last == 5)
    #expect(hierarchy.visibleNodes(atZoom: 0).count == 1)
  }

  @Test func cancellationEndsTheWork() {
    struct Cancelled: Error {}
    var calls = 0
    #expect(throws: Cancelled.self) {
      try ClusterOptions(zooms: 0...9).hierarchy(of: ClusterPoints(x: [1, 1], y: [1, 1])) {
        calls += 1
        if calls == 3 { throw Cancelled() }
      }
    }
    #expect(calls == 3)
  }
}
