import OvertileFeatures

/// The members of all clusters of a layer, in columns, as input of `MembersWriter`.
package struct ClusterMembers: Sendable {
  /// Per cluster, ascending: its id.
  package var clusterIDs: [UInt64] = []
  /// Per cluster: the zoom at which it was made.
  package var clusterZooms: [UInt8] = []
  /// Per cluster: world grid units.
  package var clusterX: [UInt32] = []
  /// Per cluster: world grid units.
  package var clusterY: [UInt32] = []
  /// Per cluster: its leaves, a run of the leaf columns.
  package var clusterLeaves: [Range<UInt32>] = []
  /// Per cluster: its children, a run of `children`.
  package var clusterChildren: [Range<UInt32>] = []
  /// Per child: the index of a cluster, or of a leaf.
  package var children: [Child] = []
  /// Per leaf: its id.
  package var leafIDs: [UInt64] = []
  /// Per leaf: world grid units.
  package var leafX: [UInt32] = []
  /// Per leaf: world grid units.
  package var leafY: [UInt32] = []
  /// Per leaf: the row of its properties; empty to write none.
  package var leafRows: [UInt32] = []
  /// The properties by row.
  package var properties = PropertyColumns()

  /// One child of a cluster.
  package enum Child: Sendable, Hashable {
    /// The index of a cluster.
    case cluster(UInt32)
    /// The index of a leaf.
    case leaf(UInt32)
  }

  /// Makes empty columns.
  package init() {}
}
