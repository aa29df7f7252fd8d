import OvertileFeatures

/// The members of all clusters of a layer, as `MembersWriter` requests them: each once, in ascending order.
///
/// So that they need not be in memory together; `ClusterMembers` has them in columns.
package protocol MembersSource {
  /// The number of clusters.
  var clusterCount: Int { get }
  /// The number of children of all clusters.
  var childCount: Int { get }
  /// The number of leaves.
  var leafCount: Int { get }
  /// The tables that tags refer to; nil to write no properties.
  var tables: (keys: ValueTable, values: ValueTable)? { get }

  /// A cluster; their ids ascend.
  func cluster(_ index: Int) -> MembersCluster
  /// Calls a closure with the children of a cluster.
  func forEachChild(ofCluster index: Int, _ body: (ClusterMembers.Child) throws -> Void) rethrows
  /// A leaf; those of a cluster are successive.
  func leaf(_ index: Int) -> MembersLeaf
  /// Calls a closure with the key and the value of each property of a leaf.
  func forEachTag(ofLeaf index: Int, _ body: (_ key: UInt32, _ value: UInt32) throws -> Void) throws
}

/// A cluster as input of `MembersWriter`.
package struct MembersCluster: Sendable, Hashable {
  /// Its id.
  package var id: UInt64
  /// The zoom at which it was made.
  package var zoom: UInt8
  /// World grid units.
  package var x: UInt32
  /// World grid units.
  package var y: UInt32
  /// Its leaves.
  package var leaves: Range<UInt32>
  /// The number of its children.
  package var childCount: Int

  /// Makes a cluster.
  package init(id: UInt64, zoom: UInt8, x: UInt32, y: UInt32, leaves: Range<UInt32>, childCount: Int) {
    (self.id, self.zoom, self.x, self.y) = (id, zoom, x, y)
    (self.leaves, self.childCount) = (leaves, childCount)
  }
}

/// A leaf as input of `MembersWriter`.
package struct MembersLeaf: Sendable, Hashable {
  /// Its id.
  package var id: UInt64
  /// World grid units.
  package var x: UInt32
  /// World grid units.
  package var y: UInt32

  /// Makes a leaf.
  package init(id: UInt64, x: UInt32, y: UInt32) {
    (self.id, self.x, self.y) = (id, x, y)
  }
}

extension ClusterMembers: MembersSource {
  /// The number of clusters.
  package var clusterCount: Int { clusterIDs.count }
  /// The number of children of all clusters.
  package var childCount: Int { children.count }
  /// The number of leaves.
  package var leafCount: Int { leafIDs.count }
  /// The tables that properties refer to; nil without properties.
  package var tables: (keys: ValueTable, values: ValueTable)? {
    leafRows.isEmpty ? nil : (properties.keys, properties.values)
  }

  /// A cluster, assembled from its columns. O(1).
  package func cluster(_ index: Int) -> MembersCluster {
    MembersCluster(
      id: clusterIDs[index], zoom: clusterZooms[index], x: clusterX[index], y: clusterY[index],
      leaves: clusterLeaves[index], childCount: clusterChildren[index].count)
  }

  /// Calls a closure with the children of a cluster, without a copy.
  package func forEachChild(ofCluster index: Int, _ body: (Child) throws -> Void) rethrows {
    for child in clusterChildren[index] { try body(children[Int(child)]) }
  }

  /// A leaf, assembled from its columns. O(1).
  package func leaf(_ index: Int) -> MembersLeaf {
    MembersLeaf(id: leafIDs[index], x: leafX[index], y: leafY[index])
  }

  /// Calls a closure with the key and the value of each property of a leaf, without a copy.
  package func forEachTag(ofLeaf index: Int, _ body: (UInt32, UInt32) throws -> Void) throws {
    for entry in properties.entries(ofFeature: Int(leafRows[index])) {
      try body(properties.keyIndices[entry], properties.valueIndices[entry])
    }
  }
}
