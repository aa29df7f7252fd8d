import OvertileCore

/// Clusters and their children, for what is combined from the points up.
///
/// A node is a point below `pointCount`, or the number of a cluster plus that. Each cluster comes after its children.
package struct ClusterTree: Sendable {
  /// The number of points.
  package let pointCount: Int
  /// Per cluster: the start of its children; one more entry for the end.
  let childStarts: Column<UInt32>
  /// The children of all clusters, each cluster's by ascending rank.
  let childNodes: Column<UInt32>
  /// Per node: the start of its points among the leaves.
  private let leafStarts: Column<UInt32>
  /// Per node: the number of its points.
  private let counts: Column<UInt32>
  /// The points in depth-first order.
  private let leaves: Column<UInt32>

  /// The clusters of a hierarchy.
  fileprivate init(_ hierarchy: ClusterHierarchy) {
    (pointCount, childStarts, childNodes) = (hierarchy.pointCount, hierarchy.childStarts, hierarchy.childNodes)
    (leafStarts, counts) = (hierarchy.leafStarts, hierarchy.counts)
    leaves = hierarchy.leafPoints
  }

  /// The number of clusters.
  package var clusterCount: Int { leafStarts.count - pointCount }

  /// The children of a cluster, by its number.
  func children(of cluster: Int) -> Slice<Column<UInt32>> {
    childNodes[Int(childStarts[cluster])..<Int(childStarts[cluster + 1])]
  }

  /// The points of a cluster, by its number, in depth-first order.
  func points(of cluster: Int) -> Slice<Column<UInt32>> {
    let start = Int(leafStarts[pointCount + cluster])
    return leaves[start..<start + Int(counts[pointCount + cluster])]
  }
}

extension ClusterHierarchy {
  /// Its clusters and their children.
  package var tree: ClusterTree { ClusterTree(self) }
}
