/// Clusters that a task made and that belong to it, in columns: what one machine needs to know of them to have all clusters.
///
/// A cluster belongs to the task whose tile holds its center where the center was before: so every cluster has one owner.
package struct ShardClusters: Sendable, Hashable {
  /// Per cluster: its zoom.
  package var zooms: [UInt8] = []
  /// Per cluster: the number of its center point.
  package var centers: [UInt64] = []
  /// Per cluster: world units east of longitude -180.
  package var x: [UInt32] = []
  /// Per cluster: world units south of the northern edge.
  package var y: [UInt32] = []
  /// Per cluster: the end of its members.
  package var memberEnds: [UInt32] = []
  /// The nodes that joined each cluster's center, by the numbers of their own center points.
  package var members: [UInt64] = []
  /// Nodes that could still have become clusters when the passes for `minPoints` above 2 were over, over all zooms.
  package var unfinishedCount = 0

  /// No clusters.
  package init() {}

  /// The number of clusters.
  package var count: Int { centers.count }

  /// The members of a cluster.
  package func members(of cluster: Int) -> ArraySlice<UInt64> { members[memberRange(of: cluster)] }

  /// The members of a cluster, as indices among all members.
  package func memberRange(of cluster: Int) -> Range<Int> {
    (cluster == 0 ? 0 : Int(memberEnds[cluster - 1]))..<Int(memberEnds[cluster])
  }

  /// Checks that the columns agree. O(n).
  ///
  /// - Throws: `ClusteringError` if they do not, or if a cluster has no members.
  package func validate() throws {
    let lengths = [zooms.count, x.count, y.count, memberEnds.count]
    guard lengths.allSatisfy({ $0 == count }), unfinishedCount >= 0, Int(memberEnds.last ?? 0) == members.count else {
      throw ClusteringError(.unequalColumns, "\(count) clusters beside \(lengths), \(members.count) members")
    }
    guard zip([0] + memberEnds, memberEnds).allSatisfy({ $0 < $1 }) else {
      throw ClusteringError(.inconsistentShards, "a cluster has no members")
    }
  }
}
