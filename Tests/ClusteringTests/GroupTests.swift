import OvertileClustering
import OvertileFeatures
import TestSupport
import Testing

@Suite struct GroupTests {
  /// A node by what does not depend on the order of nodes; ranks name points.
  fileprivate struct Node: Hashable {
    var x: Int
    var y: Int
    var count: Int
    var rank: Int
    var zoom: Int
    var parent: [Int]?
  }

  @Test func groupsAreClusteredEachAloneAsByBruteForce() throws {
    for seed in seeds(2000) {
      let input = RandomPoints(seed: seed, limit: 60)
      var random = SeededRandom(seed: seed ^ 0x6702)
      let names = UInt32.random(in: 1...5, using: &random)
      let groups = Column(count: input.points.count) { _ in
        UInt32.random(in: 0..<names, using: &random) &- 1
      }
      let hierarchy = try input.options.hierarchy(of: input.points, groups: groups)
      #expect(Set(hierarchy.nodes) == Self.alone(input, groups), "seed \(seed)")
      #expect(hierarchy.nodeCount == Set(hierarchy.nodes).count, "seed \(seed)")
      for zoom in input.options.zooms { #expect(hierarchy.visiblePointCount(atZoom: zoom) == input.points.count) }
      for cluster in hierarchy.clusters {
        #expect(Set(hierarchy.leaves(of: cluster).map { groups[Int($0)] }).count == 1, "seed \(seed)")
      }
    }
  }

  @Test func oneGroupIsNoGroup() throws {
    for seed in seeds(200) {
      let input = RandomPoints(seed: seed, limit: 200)
      let plain = try input.options.hierarchy(of: input.points)
      let grouped = try input.options.hierarchy(
        of: input.points, groups: Column(repeating: 7, count: input.points.count), threads: 2)
      #expect(plain.ranks == grouped.ranks && plain.parents == grouped.parents && plain.x == grouped.x, "seed \(seed)")
      #expect(plain.createdZooms == grouped.createdZooms && plain.leaves == grouped.leaves, "seed \(seed)")
    }
  }

  /// The nodes of every group by brute force.
  private static func alone(_ input: RandomPoints, _ groups: Column<UInt32>) -> Set<Node> {
    var all: Set<Node> = []
    for group in Set(groups) {
      let members = groups.indices.filter { groups[$0] == group }
      let points = ClusterPoints(
        x: members.map { input.points.x[$0] }, y: members.map { input.points.y[$0] },
        weights: input.points.weights.map { weights in members.map { weights[$0] } })
      let nodes = BruteForceClustering(points: points, options: input.options).nodes
      for node in nodes {
        let parent = node.parent.map { [members[nodes[$0].rank], nodes[$0].createdZoom] }
        all.insert(
          Node(
            x: node.x, y: node.y, count: node.count, rank: members[node.rank], zoom: node.createdZoom, parent: parent))
      }
    }
    return all
  }
}

extension ClusterHierarchy {
  fileprivate var nodes: [GroupTests.Node] {
    (0..<nodeCount).map { node in
      let parent = parents[node] == Self.noParent ? nil : Int(parents[node])
      return GroupTests.Node(
        x: Int(x[node]), y: Int(y[node]), count: Int(counts[node]), rank: Int(ranks[node]),
        zoom: Int(createdZooms[node]),
        parent: parent.map { [Int(ranks[$0]), Int(createdZooms[$0])] })
    }
  }
}
