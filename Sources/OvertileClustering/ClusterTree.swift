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

  /// Makes a tree of columns, whose points are in depth-first order.
  ///
  /// - Precondition: children are nodes before their cluster; there is one start more than clusters, and as many leaf starts and counts
  ///   as clusters.
  package init(
    pointCount: Int, childStarts: [UInt32], childNodes: [UInt32], leafStarts: [UInt32], counts: [UInt32]
  ) {
    precondition(leafStarts.count + 1 == childStarts.count && counts.count == leafStarts.count, "columns of clusters")
    (self.pointCount, self.childStarts, self.childNodes) = (pointCount, childStarts, childNodes)
    (self.leafStarts, self.counts) = (leafStarts[...], counts[...])
    leaves = (0..<pointCount).map { UInt32(truncatingIfNeeded: $0) }
  }

  /// The clusters of a hierarchy.
  fileprivate init(_ hierarchy: ClusterHierarchy) {
    (pointCount, childStarts, childNodes) = (hierarchy.pointCount, hierarchy.childStarts, hierarchy.childNodes)
    (leafStarts, counts) = (hierarchy.leafStarts[pointCount...], hierarchy.counts[pointCount...])
    leaves = hierarchy.leafPoints
  }

  /// No clusters.
  package static let empty = ClusterTree(pointCount: 0, childStarts: [0], childNodes: [], leafStarts: [], counts: [])

  /// Whether each cluster comes after its children, as everything that is combined expects. O(nodes).
  package var isInOrder: Bool {
    (0..<clusterCount).allSatisfy { cluster in children(of: cluster).allSatisfy { Int($0) < pointCount + cluster } }
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
