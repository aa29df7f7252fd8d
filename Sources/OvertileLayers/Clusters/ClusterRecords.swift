import OvertileBundleFormat
import OvertileClustering
import OvertileCore
import OvertileReading
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

/// The points of a cluster layer in depth-first order of the clusters: neighbors on the map are neighbors in memory.
///
/// The canonical order is that of digests, in which the points of a tile lie anywhere. Tiles of every zoom read all points, so
/// reading them in canonical order means waiting for memory several times a point and zoom. The columns decide nothing about
/// the bytes of a bundle: they only say where a point's numbers are. Memory: 20 bytes a point.
struct LeafColumns: Sendable {
  /// Per leaf: world grid units.
  let x: Column<UInt32>
  /// Per leaf: world grid units.
  let y: Column<UInt32>
  /// Per leaf: its id in the tiles.
  let ids: Column<UInt64>
  /// Per leaf: its row among `FeatureTags`.
  private(set) var rows: Column<UInt32>

  /// Puts points into the order of leaves, and their rows likewise, which changes the numbers of the rows. O(points + rows).
  ///
  /// - Parameters:
  ///   - ids: per point, in canonical order: its id.
  ///   - rows: per point, in canonical order: its row.
  ///   - tags: the rows.
  init(
    _ hierarchy: ClusterHierarchy, ids: Column<UInt64>, rows: Column<UInt32>, tags: inout FeatureTags,
    _ work: OrderedParallelMap
  ) throws {
    let leaves = hierarchy.leaves
    x = leaves.map { hierarchy.nodes.x[Int($0)] }
    y = leaves.map { hierarchy.nodes.y[Int($0)] }
    self.ids = leaves.map { ids[Int($0)] }
    self.rows = leaves.map { rows[Int($0)] }
    let order = Self.firstUse(of: self.rows, count: tags.properties.count)
    try tags.reorder(order, work)
    self.rows = Self.renumbered(self.rows, order)
  }

  /// All rows: first those that leaves use, in the order of their first use, since a row may have several points; then others.
  static func firstUse(of leafRows: Column<UInt32>, count: Int) -> Column<UInt32> {
    var isListed = Column<Bool>(repeating: false, count: count)
    var order: Column<UInt32> = []
    order.reserveCapacity(count)
    for row in leafRows where !isListed[Int(row)] {
      isListed[Int(row)] = true
      order.append(row)
    }
    for row in 0..<count where !isListed[row] { order.append(UInt32(row)) }
    return order
  }

  /// Numbers of rows after these were put into an order.
  private static func renumbered(_ rows: Column<UInt32>, _ order: Column<UInt32>) -> Column<UInt32> {
    var numbers = Column<UInt32>(repeating: 0, count: order.count)
    for (number, row) in order.enumerated() { numbers[Int(row)] = UInt32(truncatingIfNeeded: number) }
    return rows.map { numbers[Int($0)] }
  }
}
