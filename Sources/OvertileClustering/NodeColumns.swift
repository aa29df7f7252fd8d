/// The nodes made so far, in columns: the points, then the clusters in the order of their making.
struct NodeColumns {
  static let none = UInt32.max

  var x: [UInt32]
  var y: [UInt32]
  var counts: [UInt32]
  var ranks: [UInt32]
  var createdZooms: [UInt8]
  var parents: [UInt32]
  /// Per node: its weight; nil if counts are the weights.
  var weights: [UInt64]?

  /// The points, alone.
  init(points: ClusterPoints, zoom: Int) {
    let count = points.count
    // Never grows beyond this: a cluster replaces at least two nodes. Unused memory is never touched.
    let capacity = 2 * count
    func column<Element>(_ values: some Collection<Element>) -> [Element] {
      var column: [Element] = []
      column.reserveCapacity(capacity)
      column.append(contentsOf: values)
      return column
    }
    x = column(points.x)
    y = column(points.y)
    counts = column(repeatElement(1, count: count))
    ranks = column((0..<count).lazy.map { UInt32(truncatingIfNeeded: $0) })
    createdZooms = column(repeatElement(UInt8(zoom), count: count))
    parents = column(repeatElement(Self.none, count: count))
    weights = points.weights.map { column($0) }
  }

  var count: Int { x.count }

  /// Adds a cluster without a parent; its weight, if nodes have weights, is added separately.
  mutating func append(_ position: GridPosition, count: UInt32, rank: UInt32, zoom: UInt8) {
    x.append(position.x)
    y.append(position.y)
    counts.append(count)
    ranks.append(rank)
    createdZooms.append(zoom)
    parents.append(Self.none)
  }

  /// The part of a node's priority that comes before its rank.
  @inline(__always)
  func weight(_ node: Int) -> UInt64 {
    if let weights { return weights[node] }
    return UInt64(counts[node])
  }
}
