import Foundation
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

extension ClusterMembers {
  /// Writes the members to a new file.
  func write(to url: URL) throws {
    var writer = try MembersWriter(
      url, clusters: clusterIDs.count, children: children.count, leaves: leafIDs.count,
      tables: leafRows.isEmpty ? nil : (properties.keys, properties.values), hasOnlyIDs: false)
    for index in clusterIDs.indices {
      try writer.addCluster(
        id: clusterIDs[index], zoom: clusterZooms[index], x: clusterX[index], y: clusterY[index],
        leaves: clusterLeaves[index], childCount: clusterChildren[index].count)
    }
    for own in clusterChildren {
      for child in own { try writer.add(children[Int(child)]) }
    }
    for index in leafIDs.indices { try writer.addLeaf(id: leafIDs[index], x: leafX[index], y: leafY[index]) }
    for row in leafRows {
      try writer.beginProperties()
      for entry in properties.entries(ofFeature: Int(row)) {
        try writer.addProperty(key: properties.keyIndices[entry], value: properties.valueIndices[entry])
      }
    }
    try writer.finish()
  }
}
