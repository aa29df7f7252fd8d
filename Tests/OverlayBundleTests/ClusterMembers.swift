import OvertileBundleFormat
import OvertileCore

/// The members of all clusters of a layer, in columns, as input of `MembersWriter`.
struct ClusterMembers: Sendable {
  /// Per cluster, ascending: its id.
  var clusterIDs: [UInt64] = []
  /// Per cluster: the zoom at which it was made.
  var clusterZooms: [UInt8] = []
  /// Per cluster: world grid units.
  var clusterX: [UInt32] = []
  /// Per cluster: world grid units.
  var clusterY: [UInt32] = []
  /// Per cluster: its leaves, a run of the leaf columns.
  var clusterLeaves: [Range<UInt32>] = []
  /// Per cluster: its children, a run of `children`.
  var clusterChildren: [Range<UInt32>] = []
  /// Per child: the index of a cluster, or of a leaf.
  var children: [MembersChild] = []
  /// Per leaf: its id.
  var leafIDs: [UInt64] = []
  /// Per leaf: world grid units.
  var leafX: [UInt32] = []
  /// Per leaf: world grid units.
  var leafY: [UInt32] = []
  /// Per leaf: the row of its properties; empty to write none.
  var leafRows: [UInt32] = []
  /// The properties by row.
  var properties = PropertyColumns()
}

extension ClusterMembers: MembersSource {
  /// The number of clusters.
  var clusterCount: Int { clusterIDs.count }
  /// The number of children of all clusters.
  var childCount: Int { children.count }
  /// The number of leaves.
  var leafCount: Int { leafIDs.count }
  var hasOnlyIDs: Bool { false }
  /// The tables that properties refer to; nil without properties.
  var tables: (keys: ValueTable, values: ValueTable)? {
    leafRows.isEmpty ? nil : (properties.keys, properties.values)
  }

  /// Appends clusters, assembled from their columns. O(their number).
  func append(clusters: Range<Int>, to run: inout [MembersCluster]) {
    for index in clusters {
      run.append(
        MembersCluster(
          id: clusterIDs[index], zoom: clusterZooms[index], x: clusterX[index], y: clusterY[index],
          leaves: clusterLeaves[index], childCount: clusterChildren[index].count))
    }
  }

  /// Appends the children of clusters. O(their number).
  func append(childrenOf clusters: Range<Int>, to run: inout [MembersChild]) {
    for index in clusters {
      for child in clusterChildren[index] { run.append(children[Int(child)]) }
    }
  }

  /// Appends leaves, assembled from their columns. O(their number).
  func append(leaves: Range<Int>, to run: inout [MembersLeaf]) {
    for index in leaves { run.append(MembersLeaf(id: leafIDs[index], x: leafX[index], y: leafY[index])) }
  }

  /// Appends the properties of leaves. O(their number).
  func append(tagsOf leaves: Range<Int>, to run: inout MembersTags) {
    for index in leaves {
      let entries = properties.entries(ofFeature: Int(leafRows[index]))
      run.keys += properties.keyIndices[entries]
      run.values += properties.valueIndices[entries]
      run.ends.append(run.keys.count)
    }
  }
}
