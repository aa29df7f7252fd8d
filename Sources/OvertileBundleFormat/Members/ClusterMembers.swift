import OvertileFeatures

/// The members of all clusters of a layer, in columns, as `MembersWriter` takes them.
public struct ClusterMembers: Sendable {
  /// Per cluster, ascending: its id.
  public var clusterIDs: [UInt64] = []
  /// Per cluster: the zoom at which it was made.
  public var clusterZooms: [UInt8] = []
  /// Per cluster: world grid units.
  public var clusterX: [UInt32] = []
  /// Per cluster: world grid units.
  public var clusterY: [UInt32] = []
  /// Per cluster: its leaves, a run of the leaf columns.
  public var clusterLeaves: [Range<UInt32>] = []
  /// Per cluster: its children, a run of `children`.
  public var clusterChildren: [Range<UInt32>] = []
  /// Per child: the index of a cluster, or of a leaf.
  public var children: [Child] = []
  /// Per leaf: its id.
  public var leafIDs: [UInt64] = []
  /// Per leaf: world grid units.
  public var leafX: [UInt32] = []
  /// Per leaf: world grid units.
  public var leafY: [UInt32] = []
  /// Per leaf: the row of its properties; empty to write none.
  public var leafRows: [UInt32] = []
  /// The properties by row.
  public var properties = PropertyColumns()

  /// One child of a cluster.
  public enum Child: Sendable, Hashable {
    /// The index of a cluster.
    case cluster(UInt32)
    /// The index of a leaf.
    case leaf(UInt32)
  }

  /// Makes empty columns.
  public init() {}
}
