import OvertileClustering
import TestSupport
import Testing

@Suite struct InvariantTests {
  @Test func countsAreConservedAndChildrenLieWithinReachOfTheirCenter() throws {
    for seed in seeds(200) {
      let input = RandomPoints(seed: seed, limit: 120)
      let hierarchy = try input.options.hierarchy(of: input.points)
      let nodes = hierarchy.nodes
      for zoom in 0...32 {
        let shown = hierarchy.visibleNodes(atZoom: zoom)
        let points = shown.flatMap { hierarchy.leaves(of: Int($0)) }.sorted()
        let isCounted = hierarchy.pointCount(of: shown) == input.points.count
        #expect(isCounted && points == (0..<UInt32(input.points.count)).map { $0 }, "seed \(seed), zoom \(zoom)")
      }
      for cluster in hierarchy.clusters {
        let children = hierarchy.children(ofCluster: cluster).map(Int.init)
        let center = try #require(children.first { nodes.ranks[$0] == nodes.ranks[cluster] }, "seed \(seed)")
        let ranks = children.map { nodes.ranks[$0] }
        let isEnough = children.count >= 2 && Int(nodes.counts[cluster]) >= input.options.minPoints
        #expect(isEnough && ranks == ranks.sorted(), "seed \(seed)")
        let reach = input.options.reachSquared(zoom: Int(nodes.createdZooms[cluster]))
        let areNear = children.allSatisfy { child in
          nodes.parents[child] == UInt32(cluster)
            && squaredDistance(hierarchy, child, center).map { $0 <= reach } == true
        }
        #expect(areNear, "seed \(seed), cluster \(cluster)")
      }
    }
  }

  /// The law of `minPoints`: a point with enough points in reach is in a cluster, unless the passes ran out.
  @Test func noCrowdIsLeft() throws {
    var (singles, unfinished) = (0, 0)
    for seed in seeds(600) {
      var input = RandomPoints(seed: seed, limit: 120)
      input.options.minPoints = 3 + Int(seed % 6)
      let hierarchy = try input.options.hierarchy(of: input.points)
      guard hierarchy.unfinishedCount == 0 else {
        unfinished += 1
        continue
      }
      for zoom in input.options.zooms {
        // Only for points that are still single, since they have not moved.
        let points = hierarchy.visibleNodes(atZoom: zoom).map(Int.init).filter { !hierarchy.isCluster($0) }
        let reach = input.options.reachSquared(zoom: zoom)
        for point in points {
          let near = points.count { (squaredDistance(hierarchy, point, $0) ?? .max) <= reach }
          #expect(near < input.options.minPoints, "seed \(seed), zoom \(zoom), point \(point)")
        }
        singles += points.count
      }
    }
    #expect(singles > 1000 && unfinished < 300, "\(singles) singles, \(unfinished) runs unfinished")
  }

  /// Holds between all nodes with minPoints up to 2; undecided nodes are excepted.
  @Test func centersKeepTheirDistance() throws {
    var pairs = 0
    for seed in seeds(600) {
      var input = RandomPoints(seed: seed, limit: 60)
      input.options.position = .member
      input.options.minPoints = min(input.options.minPoints, 2)
      let oracle = BruteForceClustering(points: input.points, options: input.options)
      guard oracle.undecidedCount == 0 else { continue }
      let hierarchy = try input.options.hierarchy(of: input.points)
      for zoom in input.options.zooms {
        let shown = hierarchy.visibleNodes(atZoom: zoom).map(Int.init)
        let reach = input.options.reachSquared(zoom: zoom)
        for (index, a) in shown.enumerated() {
          for b in shown[(index + 1)...] {
            #expect((squaredDistance(hierarchy, a, b) ?? .max) > reach, "seed \(seed), zoom \(zoom)")
            pairs += 1
          }
        }
      }
    }
    #expect(pairs > 1000)
  }

  @Test func boundsHoldTheLeavesAndNoMore() throws {
    for seed in seeds(300) {
      let input = RandomPoints(seed: seed, limit: 60)
      let hierarchy = try input.options.hierarchy(of: input.points)
      for node in 0..<hierarchy.nodeCount {
        let bounds = hierarchy.bounds(of: node)
        let leaves = hierarchy.leaves(of: node).map(Int.init)
        let (x, y) = (leaves.map { hierarchy.nodes.x[$0] }, leaves.map { hierarchy.nodes.y[$0] })
        let width = bounds.east &- bounds.west
        let areInside = zip(x, y).allSatisfy { bounds.contains(x: $0, y: $1) }
        #expect(areInside && bounds.north == y.min() && bounds.south == y.max(), "seed \(seed), node \(node)")
        let areEnds = width == UInt32.max || x.contains(bounds.west) && x.contains(bounds.east)
        // Points within half a world: the shortest arc leaves out the largest gap.
        #expect(areEnds && (width >= 1 << 31 || width == shortestArc(x)), "seed \(seed), node \(node)")
      }
    }
  }

  @Test func coincidentPointsAreNotQuadratic() throws {
    let count = 100_000
    let points = ClusterPoints(x: Array(repeating: 9, count: count), y: Array(repeating: .max, count: count))
    let one = try ClusterOptions(zooms: 0...1).hierarchy(of: points)
    #expect(one.clusterCount == 1 && Int(one.nodes.counts[count]) == count && one.leaves(of: count).count == count)
    let none = try ClusterOptions(minPoints: count + 1, zooms: 0...1).hierarchy(of: points)
    #expect(none.clusterCount == 0)
    // Crowds along a chain, almost all of them undecided.
    let chain = ClusterPoints(x: (0..<UInt32(count)).map { $0 / 1000 << 24 }, y: Array(repeating: 7, count: count))
    let stuck = try ClusterOptions(radius: 64, zooms: 4...5).hierarchy(of: chain)
    #expect(stuck.pointCount(of: stuck.visibleNodes(atZoom: 4)) == count)
  }

  private func squaredDistance(_ hierarchy: ClusterHierarchy, _ a: Int, _ b: Int) -> UInt64? {
    BruteForceClustering.squaredDistance(
      (Int(hierarchy.nodes.x[a]), Int(hierarchy.nodes.y[a])), (Int(hierarchy.nodes.x[b]), Int(hierarchy.nodes.y[b])))
  }

  private func shortestArc(_ x: [UInt32]) -> UInt32 {
    let sorted = x.sorted()
    var gap: UInt32 = 0
    for (a, b) in zip(sorted, sorted.dropFirst() + [sorted[0]]) { gap = max(gap, b &- a) }
    return gap == 0 ? 0 : 0 &- gap
  }
}

extension ClusterHierarchy {
  /// The number of points in some nodes, by their counts.
  func pointCount(of nodes: some Sequence<UInt32>) -> Int { nodes.reduce(0) { $0 + Int(self.nodes.counts[Int($1)]) } }
}

extension ClusterBounds {
  /// Whether a position lies within the bounds, edges included.
  fileprivate func contains(x: UInt32, y: UInt32) -> Bool {
    x &- west <= east &- west && north <= y && y <= south
  }
}
