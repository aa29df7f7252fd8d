import OvertileCore

extension ClusterHierarchy {
  /// Per cluster, by ascending node: its id, from 2^52 to 2^53 - 1.
  ///
  /// An id is derived from the cluster's highest zoom and its center's stable key, so it stays the same when features
  /// elsewhere change. Ids are unique in the hierarchy: if digests of clusters collide, the one on the higher zoom
  /// keeps it, on the same zoom the one of smaller rank; the others are hashed again with a salt. Expected O(clusters).
  ///
  /// - Parameter stableKeys: per point, its key.
  /// - Precondition: there are `pointCount` keys.
  package func clusterIDs(stableKeys: Column<UInt64>) -> Column<UInt64> {
    var taken = IdentitySet(capacity: clusterCount)
    return Column(count: clusterCount) { ordinal in
      let cluster = pointCount + ordinal
      let key = stableKeys[Int(nodes.ranks[cluster])]
      return taken.insertFirst { Self.digest(zoom: nodes.createdZooms[cluster], key, salt: $0) }
    }
  }

  private static func digest(zoom: UInt8, _ key: UInt64, salt: UInt64) -> UInt64 {
    OverlayIDs.made(from: XXHash64.hash(UInt64(zoom), key, seed: salt))
  }
}
