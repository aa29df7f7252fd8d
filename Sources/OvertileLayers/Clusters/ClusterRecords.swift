import OvertileBundleFormat
import OvertileClustering
import OvertileCore
import OvertileVectorTile

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

/// The names of a cluster's own properties, as indices into the layer's keys.
struct ClusterKeys: Sendable {
  let cluster: UInt32
  let clusterID: UInt32
  let pointCount: UInt32
  let abbreviated: UInt32
  let expansionZoom: UInt32
  let bounds: UInt32

  /// Adds the names to a table of keys.
  init(_ keys: inout ValueTable) {
    cluster = keys.intern(.string, TileProperty.cluster)
    clusterID = keys.intern(.string, TileProperty.clusterID)
    pointCount = keys.intern(.string, TileProperty.pointCount)
    abbreviated = keys.intern(.string, TileProperty.abbreviatedCount)
    expansionZoom = keys.intern(.string, TileProperty.expansionZoom)
    bounds = keys.intern(.string, TileProperty.bounds)
  }

  /// Begins the feature of a cluster, and adds its own properties.
  @inline(__always)
  func write(_ record: ClusterRecords.Record, into encoder: inout TileEncoder) {
    encoder.beginFeature(id: record.id)
    encoder.tag(key: cluster, bool: true)
    encoder.tag(key: clusterID, int: Int64(record.id))
    encoder.tag(key: pointCount, int: Int64(record.count))
    encoder.tag(key: abbreviated, string: ClusterText.abbreviated(record.count))
    encoder.tag(key: expansionZoom, int: Int64(record.expansionZoom))
    ClusterText.withBounds(record.bounds) { encoder.tag(key: bounds, utf8: $0) }
  }
}
