import OvertileClustering
import OvertileCore

/// What tiles show of clusters, in depth-first order like `LeafColumns`: a cluster of a tile costs one access to memory,
/// most often to what the cluster before it brought into the caches. In the columns of the hierarchy it would be eight.
///
/// The records decide nothing about the bytes of a bundle: they only say where a cluster's numbers are. Memory: 52 bytes a
/// cluster.
struct ClusterRecords: Sendable {
  /// The numbers of a cluster.
  struct Record: Sendable, Hashable, BitwiseCopyable {
    /// Its id in the tiles.
    let id: UInt64
    /// The bounds of its points.
    let bounds: ClusterBounds
    /// World grid units.
    let x: UInt32
    /// World grid units.
    let y: UInt32
    /// The number of its points.
    let count: UInt32
    /// Its number among the clusters of the hierarchy.
    let ordinal: UInt32
    /// The first zoom at which it is split.
    let expansionZoom: UInt8
  }

  /// Per cluster in depth-first order: its numbers.
  let records: Column<Record>
  /// Per cluster of the hierarchy: the number of its record.
  let numbers: Column<UInt32>

  /// Copies the numbers of a hierarchy. O(nodes).
  ///
  /// - Parameter ids: per cluster: its id.
  init(_ hierarchy: ClusterHierarchy, ids: Column<UInt64>) {
    let numbers = Self.depthFirst(hierarchy)
    var order = Column<UInt32>(repeating: 0, count: numbers.count)
    for (ordinal, number) in numbers.enumerated() { order[Int(number)] = UInt32(truncatingIfNeeded: ordinal) }
    records = order.map { ordinal in
      let node = hierarchy.pointCount + Int(ordinal)
      return Record(
        id: ids[Int(ordinal)], bounds: hierarchy.bounds(of: node), x: hierarchy.nodes.x[node],
        y: hierarchy.nodes.y[node], count: hierarchy.nodes.counts[node], ordinal: ordinal,
        expansionZoom: UInt8(truncatingIfNeeded: hierarchy.expansionZoom(ofCluster: node)))
    }
    self.numbers = numbers
  }

  /// Per cluster: its position in the order of first leaves, a counting sort; the clusters that begin with one leaf contain
  /// each other, and are next to each other. O(nodes).
  private static func depthFirst(_ hierarchy: ClusterHierarchy) -> Column<UInt32> {
    var starts = Column<UInt32>(repeating: 0, count: hierarchy.pointCount + 1)
    for cluster in hierarchy.clusters { starts[hierarchy.leafRange(of: cluster).lowerBound + 1] += 1 }
    for leaf in 1..<starts.count { starts[leaf] += starts[leaf - 1] }
    return Column(count: hierarchy.clusterCount) { ordinal in
      let cluster = hierarchy.pointCount + ordinal
      let leaf = hierarchy.leafRange(of: cluster).lowerBound
      defer { starts[leaf] += 1 }
      return starts[leaf]
    }
  }
}
