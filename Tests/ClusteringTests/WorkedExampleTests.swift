import OvertileClustering
import OvertileCore
import Testing

/// Five points on a parallel, in units of 2^28: sixteen around the world, and one is the radius at zoom 1.
@Suite struct WorkedExampleTests {
  private static let unit = 1 << 28

  private static func units(_ number: Double) -> UInt32 { UInt32(number * Double(unit)) }

  private func hierarchy(_ x: [Double], position: MarkerPosition = .mean) throws -> ClusterHierarchy {
    let options = ClusterOptions(radius: 64, tileSize: 512, zooms: 0...1, position: position)
    let points = ClusterPoints(x: x.map(Self.units), y: x.map { _ in Self.units(5) })
    return try options.hierarchy(of: points)
  }

  @Test func theRadiusIsExactAndClosed() {
    let options = ClusterOptions(radius: 64, tileSize: 512, zooms: 0...1)
    #expect([0, 1].map { options.reachSquared(zoom: $0) } == [1 << 58, 1 << 56])
    #expect(ClusterOptions().reachSquared(zoom: 16) == 5120 * 5120)
    #expect(ClusterOptions(radius: 9000).reachSquared(zoom: 0) == UInt64(4_294_967_295.0 * 4_294_967_295.0))
  }

  @Test func fivePoints() throws {
    // At zoom 1 point 0 covers 1 (at exactly the radius) and 4 (across the antimeridian), so 2 becomes a center in
    // the second round, and 1 joins it because it is nearer. At zoom 0 both clusters are within two units.
    let result = try hierarchy([0, 1, 1.5, 8, 15.5])
    #expect(result.nodes.ranks == [0, 1, 2, 3, 4, 0, 2, 0] && result.nodes.counts == [1, 1, 1, 1, 1, 2, 2, 4])
    #expect(result.nodes.createdZooms == [2, 2, 2, 2, 2, 1, 1, 0] && result.nodeCount == 8)
    let none = NodeColumns.none
    #expect(result.nodes.parents == [5, 6, 6, none, 5, 7, 7, none])
    #expect(Array(result.nodes.x[5...]) == [Self.units(15.75), Self.units(1.25), Self.units(0.5)])
    #expect(result.nodes.y[5...].allSatisfy { $0 == Self.units(5) })
    let shown = (0...2).map { Array(result.visibleNodes(atZoom: $0)) }
    #expect(shown == [[7, 3], [5, 6, 3], [0, 1, 2, 3, 4]])
    #expect(Array(result.children(ofCluster: 7)) == [5, 6] && result.expansionZoom(ofCluster: 7) == 1)
    #expect([6, 7].map { Array(result.leaves(of: $0)) } == [[1, 2], [0, 4, 1, 2]])
    let bounds = result.bounds(of: 7)
    #expect(bounds.west == Self.units(15.5) && bounds.east == Self.units(1.5))
  }

  @Test func centersKeepTheirPlace() throws {
    let result = try hierarchy([0, 1, 1.5, 8, 15.5], position: .member)
    #expect(Array(result.nodes.x[5...]) == [0, Self.units(1.5), 0])
  }

  @Test func rankDecidesAmongEquals() throws {
    // The middle one first: one cluster. The middle one last: it is equally near to both ends and joins the first.
    #expect(try hierarchy([1, 0.25, 1.75]).visibleNodes(atZoom: 1) == [3])
    let ends = try hierarchy([1.75, 0.25, 1])
    #expect(ends.visibleNodes(atZoom: 1) == [3, 1] && Array(ends.children(ofCluster: 3)) == [0, 2])
  }

  @Test func chainsStopAfterEightRounds() throws {
    // Each point is a neighbor of the next only, so every other one is a center, each a round later: point 14 is the
    // center of round 8 and covers point 15; the others wait without result and stay unchanged.
    let options = ClusterOptions(radius: 64, tileSize: 512, zooms: 8...8)
    let step = UInt32(1) << 21
    let points = ClusterPoints(x: (0..<20).map { $0 * step }, y: Array(repeating: 7, count: 20))
    let result = try options.hierarchy(of: points)
    let shown = result.visibleNodes(atZoom: 8)
    #expect(shown.suffix(5) == [27, 16, 17, 18, 19])
    #expect(result.clusterCount == 8 && result.pointCount(of: shown) == 20)
  }

  @Test func theEarliestCenterCounts() throws {
    // The same chain, and a point beside point 15 alone, which it covers in the first round, long before its other center
    // does in the eighth: so the point after it (now of rank 17) need not wait and becomes a center.
    let options = ClusterOptions(radius: 64, tileSize: 512, zooms: 8...8)
    let step = UInt32(1) << 21
    var x = (0..<20).map { $0 * step }
    var y = Array(repeating: UInt32(7), count: 20)
    x.insert(15 * step, at: 15)
    y.insert(7 + step, at: 15)
    let result = try options.hierarchy(of: ClusterPoints(x: x, y: y))
    #expect(
      Array(result.visibleNodes(atZoom: 8).map { result.nodes.ranks[Int($0)] }) == [
        0, 2, 4, 6, 8, 10, 12, 14, 15, 17, 19,
      ])
    #expect(result.nodes.counts[Int(result.visibleNodes(atZoom: 8)[9])] == 2)
  }
}
