import OvertileClustering
import TestSupport
import Testing

@Suite struct OracleTests {
  @Test func smallInputsEqualBruteForce() throws {
    for seed in seeds(6000) { try compare(RandomPoints(seed: seed, limit: 30), "seed \(seed)") }
  }

  @Test func largerInputsEqualBruteForce() throws {
    for seed in seeds(120, from: 100_001) { try compare(RandomPoints(seed: seed, limit: 240), "seed \(seed)") }
  }

  @Test func theRandomInputsReachTheRareCases() {
    var (undecided, wrapped, joined) = (0, 0, 0)
    for seed in seeds(300) {
      let input = RandomPoints(seed: seed, limit: 50)
      let oracle = BruteForceClustering(points: input.points, options: input.options)
      undecided += oracle.undecidedCount
      joined += oracle.nodes.count - input.points.count
      wrapped += input.points.x.contains { $0 < 1 << 28 } && input.points.x.contains { $0 > 15 << 28 } ? 1 : 0
    }
    #expect(
      undecided > 20 && joined > 300 && wrapped > 30, "\(undecided) undecided, \(joined) clusters, \(wrapped) wrap")
  }

  private func compare(_ input: RandomPoints, _ comment: Comment) throws {
    let hierarchy = try input.options.hierarchy(of: input.points)
    let oracle = BruteForceClustering(points: input.points, options: input.options)
    var actual: [BruteForceClustering.Node] = []
    for node in 0..<hierarchy.nodeCount {
      let parent = hierarchy.nodes.parents[node]
      actual.append(
        .init(
          x: Int(hierarchy.nodes.x[node]), y: Int(hierarchy.nodes.y[node]), count: Int(hierarchy.nodes.counts[node]),
          weight: node < oracle.nodes.count ? oracle.nodes[node].weight : 0, rank: Int(hierarchy.nodes.ranks[node]),
          createdZoom: Int(hierarchy.nodes.createdZooms[node]),
          parent: parent == NodeColumns.none ? nil : Int(parent)))
    }
    #expect(actual == oracle.nodes, comment)
    let areShown = input.options.zooms.allSatisfy { zoom in
      hierarchy.visibleNodes(atZoom: zoom).map(Int.init) == oracle.visible[zoom]
    }
    #expect(areShown && hierarchy.unfinishedCount == oracle.unfinishedCount, comment)
  }
}
