import OvertileClustering
import OvertileCore
import TestSupport
import Testing

@testable import OvertileLayers

@Suite struct ClusterRecordsTests {
  @Test func holdEachClusterOnceInDepthFirstOrder() throws {
    for seed in seeds(10) {
      var random = SeededRandom(seed: seed)
      let count = Int.random(in: 0...400, using: &random)
      let x = Column(count: count) { _ in UInt32.random(in: 0...1 << 28, using: &random) }
      let y = Column(count: count) { _ in UInt32.random(in: 1 << 30...1 << 31, using: &random) }
      let hierarchy = try ClusterOptions(radius: 40, tileSize: 512, minPoints: 2, zooms: 0...9)
        .hierarchy(x: x, y: y)
      let ids = Column(count: hierarchy.clusterCount) { UInt64($0) * 3 }
      let records = ClusterRecords(hierarchy, ids: ids)
      #expect(records.records.count == hierarchy.clusterCount && records.numbers.count == hierarchy.clusterCount)
      for (ordinal, node) in hierarchy.clusters.enumerated() {
        let expected = ClusterRecords.Record(
          id: ids[ordinal], bounds: hierarchy.bounds(of: node), x: hierarchy.nodes.x[node], y: hierarchy.nodes.y[node],
          count: hierarchy.nodes.counts[node], ordinal: UInt32(ordinal),
          expansionZoom: UInt8(hierarchy.expansionZoom(ofCluster: node)))
        #expect(records.records[Int(records.numbers[ordinal])] == expected, "seed \(seed)")
      }
      let leaves = records.records.map { hierarchy.leafRange(of: hierarchy.pointCount + Int($0.ordinal)).lowerBound }
      #expect(Array(leaves) == leaves.sorted(), "seed \(seed)")
    }
  }
}
