import OvertileCore

/// The nodes made so far, in columns: the points, then the clusters in the order of their making.
package struct NodeColumns: Sendable {
  /// The value in `parents` for a node without a parent.
  package static let none = UInt32.max
  /// The greatest number of points: 2^31 - 1, so that points and clusters together fit 32-bit indices.
  package static let maximumCount = Int(Int32.max)

  /// Per node: world units east of longitude -180.
  package internal(set) var x: Column<UInt32>
  /// Per node: world units south of the northern edge.
  package internal(set) var y: Column<UInt32>
  /// Per node: the number of points in it, 1 for a point.
  package internal(set) var counts: Column<UInt32>
  /// Per node: the index of its center point; for a point, its own index. Distinct among the nodes of one zoom.
  package internal(set) var ranks: Column<UInt32>
  /// Per node: the highest zoom at which it is shown; for a point, one above the last clustered zoom.
  package internal(set) var createdZooms: Column<UInt8>
  /// Per node: the cluster that absorbs it, or `none`.
  package internal(set) var parents: Column<UInt32>
  /// Per cluster: x of its center.
  var origins: Column<UInt32> = []
  /// Per node: its weight; nil if counts are the weights.
  var weights: Column<UInt64>?

  /// The points, alone, whose columns grow where they are if nobody else has them.
  ///
  /// - Parameter zoom: one above the last clustered zoom.
  /// - Precondition: the columns have the same length, at most `maximumCount`.
  init(x: consuming Column<UInt32>, y: consuming Column<UInt32>, weights: consuming Column<UInt64>?, zoom: Int) {
    let count = x.count
    precondition(y.count == count && weights?.count ?? count == count, "columns of one length")
    precondition(count <= Self.maximumCount, "too many points")
    // Never grows beyond this: a cluster replaces at least two nodes. Unused memory is never touched.
    let capacity = 2 * count
    func column<Element>(_ values: some Collection<Element>) -> Column<Element> {
      var column = Column<Element>()
      column.reserveCapacity(capacity)
      column.append(contentsOf: values)
      return column
    }
    self.x = consume x
    self.y = consume y
    self.weights = consume weights
    self.x.reserveCapacity(capacity)
    self.y.reserveCapacity(capacity)
    self.weights?.reserveCapacity(capacity)
    counts = column(repeatElement(1, count: count))
    ranks = column((0..<count).lazy.map { UInt32(truncatingIfNeeded: $0) })
    createdZooms = column(repeatElement(UInt8(zoom), count: count))
    parents = column(repeatElement(Self.none, count: count))
    origins.reserveCapacity(count)
  }

  var count: Int { x.count }

  /// Adds clusters of a zoom without parents, and with all other values 0.
  mutating func append(clusters: Int, zoom: UInt8) {
    x.append(contentsOf: repeatElement(0, count: clusters))
    y.append(contentsOf: repeatElement(0, count: clusters))
    counts.append(contentsOf: repeatElement(0, count: clusters))
    ranks.append(contentsOf: repeatElement(0, count: clusters))
    createdZooms.append(contentsOf: repeatElement(zoom, count: clusters))
    parents.append(contentsOf: repeatElement(Self.none, count: clusters))
    origins.append(contentsOf: repeatElement(0, count: clusters))
    weights?.append(contentsOf: repeatElement(0, count: clusters))
  }

  /// The part of a node's priority that comes before its rank.
  @inline(__always)
  func weight(_ node: Int) -> UInt64 {
    if let weights { return weights[node] }
    return UInt64(counts[node])
  }
}
