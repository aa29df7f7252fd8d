/// Clusters and their children, for what is combined from the points up.
///
/// A node is a point below `pointCount`, or the number of a cluster plus that. Each cluster comes after its children.
package struct ClusterTree: Sendable {
  /// The number of points.
  package let pointCount: Int
  /// Per cluster: the start of its children; one more entry for the end.
  let childStarts: [UInt32]
  /// The children of all clusters, each cluster's by ascending rank.
  let childNodes: [UInt32]
  /// Per cluster: the start of its points among the leaves.
  private let leafStarts: ArraySlice<UInt32>
  /// Per cluster: the number of its points.
  private let counts: ArraySlice<UInt32>
  /// The points in depth-first order.
  private let leaves: [UInt32]

  /// The clusters of a hierarchy.
  fileprivate init(_ hierarchy: ClusterHierarchy) {
    (pointCount, childStarts, childNodes) = (hierarchy.pointCount, hierarchy.childStarts, hierarchy.childNodes)
    (leafStarts, counts) = (hierarchy.leafStarts[pointCount...], hierarchy.counts[pointCount...])
    leaves = hierarchy.leafPoints
  }

  /// The number of clusters.
  package var clusterCount: Int { leafStarts.count }

  /// The children of a cluster, by its number.
  func children(of cluster: Int) -> ArraySlice<UInt32> {
    childNodes[Int(childStarts[cluster])..<Int(childStarts[cluster + 1])]
  }

  /// The points of a cluster, by its number, in depth-first order.
  func points(of cluster: Int) -> ArraySlice<UInt32> {
    let start = Int(leafStarts[leafStarts.startIndex + cluster])
    return leaves[start..<start + Int(counts[counts.startIndex + cluster])]
  }
}

extension ClusterHierarchy {
  /// Its clusters and their children.
  package var tree: ClusterTree { ClusterTree(self) }
}
