import OvertileCore

/// The members of all clusters of a layer, as `MembersWriter` requests them: each once, in ascending order, in runs.
///
/// So that they need not be in memory together. Runs, not single members: the writer is generic and in another module, so
/// each call is one through a table of functions.
package protocol MembersSource {
  /// The number of clusters.
  var clusterCount: Int { get }
  /// The number of children of all clusters.
  var childCount: Int { get }
  /// The number of leaves.
  var leafCount: Int { get }
  /// The tables that tags refer to; nil to write no properties.
  var tables: (keys: ValueTable, values: ValueTable)? { get }
  /// Whether the properties are the original ids alone.
  var hasOnlyIDs: Bool { get }

  /// Appends successive clusters; their ids ascend. O(their number).
  func append(clusters: Range<Int>, to run: inout [MembersCluster])
  /// Appends the children of successive clusters. O(their number).
  func append(childrenOf clusters: Range<Int>, to run: inout [MembersChild])
  /// Appends successive leaves; those of a cluster are successive. O(their number).
  func append(leaves: Range<Int>, to run: inout [MembersLeaf])
  /// Appends the properties of successive leaves. O(their number).
  ///
  /// - Throws: errors of reading them from a file.
  func append(tagsOf leaves: Range<Int>, to run: inout MembersTags) throws
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

  /// Creates a cluster.
  package init(id: UInt64, zoom: UInt8, x: UInt32, y: UInt32, leaves: Range<UInt32>, childCount: Int) {
    (self.id, self.zoom, self.x, self.y) = (id, zoom, x, y)
    (self.leaves, self.childCount) = (leaves, childCount)
  }
}

/// One child of a cluster.
package enum MembersChild: Sendable, Hashable {
  /// The index of a cluster.
  case cluster(UInt32)
  /// The index of a leaf.
  case leaf(UInt32)
}

/// A leaf as input of `MembersWriter`.
package struct MembersLeaf: Sendable, Hashable {
  /// Its id.
  package var id: UInt64
  /// World grid units.
  package var x: UInt32
  /// World grid units.
  package var y: UInt32

  /// Creates a leaf.
  package init(id: UInt64, x: UInt32, y: UInt32) {
    (self.id, self.x, self.y) = (id, x, y)
  }
}

/// The properties of successive leaves as input of `MembersWriter`.
package struct MembersTags: Sendable, Hashable {
  /// Per leaf: the end of its properties.
  package var ends: [Int] = []
  /// Per property: the index of its key.
  package var keys: [UInt32] = []
  /// Per property: the index of its value.
  package var values: [UInt32] = []

  /// No leaves.
  package init() {}

  /// Removes all leaves, and keeps the memory.
  package mutating func removeAll() {
    ends.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }
}
