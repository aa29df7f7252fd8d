import OvertileBundleFormat
import OvertileClustering
import OvertileFeatures

/// The members of the clusters of a layer, read from its overlays. Memory: 8 bytes a cluster.
///
/// A class, since the generic writer copies its source at every call: the columns of a structure are retained one by one.
final class OverlayMembers: MembersSource {
  private let layer: ClusterOverlays
  private let hierarchy: ClusterHierarchy
  private let withProperties: Bool
  /// The clusters, numbered from 0, in the order of their ids.
  private let order: [UInt32]
  /// Per cluster: its index in that order.
  private let positions: [UInt32]

  /// Orders the clusters. O(clusters log clusters).
  init(_ layer: ClusterOverlays, withProperties: Bool) {
    self.layer = layer
    self.withProperties = withProperties
    hierarchy = layer.hierarchy
    let order = layer.clusterIDs.indices.map { UInt32($0) }.sorted {
      layer.clusterIDs[Int($0)] < layer.clusterIDs[Int($1)]
    }
    var positions = [UInt32](repeating: 0, count: order.count)
    for (position, cluster) in order.enumerated() { positions[Int(cluster)] = UInt32(position) }
    (self.order, self.positions) = (order, positions)
  }

  var clusterCount: Int { order.count }
  var childCount: Int { hierarchy.childCount }
  var leafCount: Int { hierarchy.pointCount }
  var tables: (keys: ValueTable, values: ValueTable)? {
    withProperties && leafCount > 0 ? (layer.properties.keys, layer.properties.values) : nil
  }

  func cluster(_ index: Int) -> MembersCluster {
    let ordinal = Int(order[index])
    let node = hierarchy.pointCount + ordinal
    let leaves = hierarchy.leafRange(of: node)
    return MembersCluster(
      id: layer.clusterIDs[ordinal], zoom: hierarchy.createdZooms[node], x: hierarchy.x[node], y: hierarchy.y[node],
      leaves: UInt32(leaves.lowerBound)..<UInt32(leaves.upperBound),
      childCount: hierarchy.children(ofCluster: node).count)
  }

  func forEachChild(ofCluster index: Int, _ body: (ClusterMembers.Child) throws -> Void) rethrows {
    for child in hierarchy.children(ofCluster: hierarchy.pointCount + Int(order[index])) {
      let child = Int(child)
      try body(
        hierarchy.isCluster(child)
          ? .cluster(positions[child - hierarchy.pointCount]) : .leaf(UInt32(hierarchy.leafRange(of: child).lowerBound))
      )
    }
  }

  func leaf(_ index: Int) -> MembersLeaf {
    MembersLeaf(id: layer.leaves.ids[index], x: layer.leaves.x[index], y: layer.leaves.y[index])
  }

  func forEachTag(ofLeaf index: Int, _ body: (UInt32, UInt32) throws -> Void) throws {
    try layer.properties.forEachEntry(ofRow: Int(layer.leaves.rows[index]), body)
  }
}
