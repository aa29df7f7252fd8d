import OvertileCore

/// The nodes of a level that provably have no neighbor down to some zoom: the levels above that zoom leave them out.
///
/// After some more zooms, a node lies near one of this level's nodes: no farther than the sum of the reaches of those
/// zooms, with a unit for the rounding of each, since a cluster is a mean of nodes within reach of its center. So a node whose
/// distance to all others exceeds this sum and a zoom's own reach has no neighbor on the level of that zoom, and is none.
struct LoneNodes {
  /// By descending zoom of the level that they join first.
  private var nodes: Column<UInt32> = []
  /// Per zoom: the number of the nodes that are on its level.
  private var ends: [Int] = []
  private var joined = 0

  private static let sampleSize = 1 << 14
  /// The most others in a cell, on average.
  private static let crowd = 0.7
  private static let comparisonsPerNode = 32

  /// Takes the lone nodes from the level of all nodes that is to be clustered at a zoom; nil, and none is taken, if the
  /// nodes are too crowded. O(nodes).
  init?(takenFrom builder: LevelBuilder, zoom: Int) {
    guard builder.count > 1, let sparse = Self.sparseZoom(builder, below: zoom) else { return nil }
    let scale = CellScale(reachSquared: builder.options.reachSquared(zoom: sparse))
    guard scale.columns > 1, let cells = CellBuckets(builder, scale) else { return nil }
    let distances = UnsafeMutableBufferPointer(rebasing: builder.nearestDistances[..<builder.count])
    // Others are farther than the reach of this zoom, or are found.
    distances.initialize(repeating: scale.reachSquared)
    let positions = UnsafeBufferPointer(rebasing: builder.positions[..<builder.count])
    let limit = Self.comparisonsPerNode * builder.count
    let isWhole = cells.forEachPair(of: positions, limit: limit) { slot, other, distance in
      distances[slot] = min(distances[slot], distance)
      distances[other] = min(distances[other], distance)
      return true
    }
    guard isWhole else { return nil }
    take(distances, from: builder, zooms: builder.options.zooms.lowerBound...zoom)
  }

  /// Adds the nodes that join the level of a zoom. O(nodes).
  mutating func join(_ builder: LevelBuilder, zoom: Int) {
    while joined < ends[zoom] {
      builder.addNode(Int(nodes[joined]))
      joined += 1
    }
  }

  /// Moves the nodes that are not on the level of the last of some zooms here, and leaves the others in their order.
  private mutating func take(
    _ distances: UnsafeMutableBufferPointer<UInt64>, from builder: LevelBuilder, zooms: ClosedRange<Int>
  ) {
    let limits = Self.limits(builder.options, zooms)
    let (positions, tags) = (builder.positions, builder.tags)
    // Per zoom plus one, since a node that joins no level has one below the lowest: how many nodes, then their end.
    var counts = [Int](repeating: 0, count: zooms.upperBound + 2)
    var firstZooms = Column<UInt8>(repeating: 0, count: builder.count)
    for slot in distances.indices {
      var zoom = zooms.upperBound
      while zoom >= zooms.lowerBound, distances[slot] > limits[zoom] { zoom -= 1 }
      firstZooms[slot] = UInt8(zoom + 1)
      counts[zoom + 1] += 1
    }
    counts[zooms.upperBound + 1] = 0
    for zoom in counts.indices.dropLast().reversed() { counts[zoom] += counts[zoom + 1] }
    ends = Array(counts.dropFirst())
    nodes = Column(repeating: 0, count: counts[0])
    var kept = 0
    for (slot, firstZoom) in firstZooms.enumerated() {
      if firstZoom > zooms.upperBound {
        (positions[kept], tags[kept]) = (positions[slot], tags[slot])
        kept += 1
      } else {
        counts[Int(firstZoom)] -= 1
        nodes[counts[Int(firstZoom)]] = tags[slot].id
      }
    }
    builder.count = kept
  }

  /// Per zoom: the greatest squared distance at which a node may have a neighbor on the level of that zoom, if the
  /// distance is that on the level of the last of the zooms.
  static func limits(_ options: ClusterOptions, _ zooms: ClosedRange<Int>) -> [UInt64] {
    var limits = [UInt64](repeating: .max, count: zooms.upperBound + 1)
    var drift = 0.0
    for zoom in zooms.reversed() {
      // Two units more than a reach: one for the rounding of a mean, and one for that of these sums.
      let reach = Double(options.reachSquared(zoom: zoom)).squareRoot() + 2
      if drift + reach < 0x1p31 { limits[zoom] = UInt64(drift + reach) * UInt64(drift + reach) }
      if options.position == .mean { drift += reach }
    }
    return limits
  }

  /// The lowest zoom at which few nodes share a cell, estimated from a sample; nil if there is none below a zoom.
  private static func sparseZoom(_ builder: LevelBuilder, below highest: Int) -> Int? {
    let step = max(1, builder.count / sampleSize)
    let size = builder.count / step
    var found = highest
    for zoom in (builder.options.zooms.lowerBound...highest).reversed() {
      let scale = CellScale(reachSquared: builder.options.reachSquared(zoom: zoom))
      let cells = (0..<size).map { scale.cell(of: builder.positions[$0 * step]) }.sorted()
      var (pairs, run) = (0, 0)
      for (cell, next) in zip(cells, cells.dropFirst()) {
        run = cell == next ? run + 1 : 0
        pairs += run
      }
      if Double(2 * pairs * step) > crowd * Double(size) { break }
      found = zoom
    }
    return found < highest ? found : nil
  }
}
