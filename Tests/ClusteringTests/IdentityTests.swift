import OvertileClustering
import OvertileCore
import TestSupport
import Testing

@Suite struct IdentityTests {
  @Test func clusterIDsAreUniqueAndInTheUpperHalf() throws {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      let input = RandomPoints(seed: seed, limit: 100)
      let hierarchy = try input.options.hierarchy(of: input.points)
      // Equal keys make equal digests, like a collision.
      let keys = input.points.x.map { _ in UInt64.random(in: 0...3, using: &random) }
      let ids = hierarchy.clusterIDs(stableKeys: keys)
      #expect(Set(ids).count == hierarchy.clusterCount && ids.allSatisfy { $0 >> 52 == 1 }, "seed \(seed)")
    }
  }

  @Test func clusterIDsDoNotChangeWithDistantPoints() throws {
    var random = SeededRandom(seed: 11)
    var locations: [(key: UInt64, x: UInt32, y: UInt32)] = []
    for index in 0..<400 {
      // Two crowds, a quarter of the world apart.
      let corner: UInt32 = index < 250 ? 1 << 30 : 2 << 30
      let x = corner + .random(in: 0...1 << 24, using: &random)
      locations.append((random.next(), x, .random(in: 1 << 30...(1 << 30) + (1 << 24), using: &random)))
    }
    let few = try idsByCluster(Array(locations[..<250]))
    let all = try idsByCluster(locations)
    #expect(few.count > 100 && Set(few).isSubset(of: all))
  }

  /// The ids of all clusters from zoom 3 up, in no particular order.
  private func idsByCluster(_ locations: [(key: UInt64, x: UInt32, y: UInt32)]) throws -> [UInt64] {
    let ranked = locations.sorted { $0.key < $1.key }
    let points = ClusterPoints(x: ranked.map(\.x), y: ranked.map(\.y))
    return Array(
      try ClusterOptions(zooms: 3...16).hierarchy(of: points).clusterIDs(stableKeys: Column(ranked.map(\.key))))
  }

  @Test func featuresKeepTheirOwnIDs() {
    let none = FeatureIdentities.noOwnID
    let greatest = FeatureIdentities.greatestID
    let keys: Column<UInt64> = [1, 2, 3, 4, 5, 5, 6]
    let ownIDs = [7, none, 0, 7, greatest, none, greatest + 1]
    let result = FeatureIdentities(stableKeys: keys) { ownIDs[$0] }
    #expect([result.ids[0], result.ids[2], result.ids[4]] == [7, 0, greatest] && result.duplicates == [3])
    #expect(Set(result.ids).count == 7 && result.ids.allSatisfy { $0 <= greatest })
  }

  @Test func digestsComeFromKeysAlone() {
    let alone = FeatureIdentities(stableKeys: [20, 40]).ids
    #expect(FeatureIdentities(stableKeys: [10, 20, 30, 40]).ids[1] == alone[0])
    // An own id that equals a digest keeps it; the digest yields, wherever it is.
    let moved = FeatureIdentities(stableKeys: [20, 40]) { $0 == 0 ? FeatureIdentities.noOwnID : alone[0] }
    #expect(moved.ids[1] == alone[0] && moved.ids[0] != alone[0] && moved.duplicates.isEmpty)
  }
}
