import OvertileClustering
import OvertileCore
import OvertileReading

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
