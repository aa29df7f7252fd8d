extension ClusterOptions {
  /// The distance, in radii of a zoom, within which everything lies that affects a node of that zoom.
  ///
  /// With `minPoints` up to 2: a round looks two radii far, from a node to a center that may cover it and on to what
  /// precedes the center, so eight rounds look 16. A node joins a center one radius away, and a center has members that
  /// chose among centers two radii away: 18. A centroid is within one more radius of its center: 19.
  ///
  /// Above 2, each of four passes looks 20: one radius to count points in reach, 16 in rounds, two for the members of a
  /// center, one to learn whether it became a cluster. Then one to see whether points are left, and one for the
  /// centroid: 82.
  package var haloRadii: UInt64 {
    let rounds = 2 * UInt64(LevelBuilder.rounds)
    return minPoints > 2 ? UInt64(LevelBuilder.passes) * (1 + rounds + 3) + 2 : rounds + 3
  }

  /// The depth of the halo, in world units, with which a tile's nodes can be clustered over some zooms: within the
  /// tile every node of every one of these zooms is then as if the whole world had been clustered.
  ///
  /// The sum of `haloRadii` over the zooms, and a unit for the rounding of each centroid; at most 2^32.
  package func halo(clustering zooms: ClosedRange<Int>) -> UInt64 {
    let depth = zooms.reduce(UInt64(0)) { $0 + haloRadii * reach(zoom: $1) + 1 }
    return min(depth, 1 << 32)
  }

  /// The distance, in world units along one axis, within which all points of a node lie, at the lowest of some zooms.
  ///
  /// A cluster is at most a radius from its center, for it is among the nodes of its own; these were at most a radius
  /// from the center, and a unit is for the rounding of the centroid.
  package func memberReach(clustering zooms: ClosedRange<Int>) -> UInt64 {
    min(zooms.reduce(UInt64(0)) { $0 + 2 * reach(zoom: $1) + 1 }, 1 << 32)
  }

  /// The greatest distance of neighbors along one axis, in world units.
  private func reach(zoom: Int) -> UInt64 {
    let squared = reachSquared(zoom: zoom)
    var root = min(UInt64(Double(squared).squareRoot()) + 1, 4_294_967_295)
    while root * root > squared { root -= 1 }
    return root
  }
}
