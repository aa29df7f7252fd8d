/// The points that provably have no neighbor down to some zoom: the levels above that zoom leave them out.
///
/// On the level of a zoom, a node lies near one of its points: no farther than the sum of the reaches of all higher zooms,
/// with a unit for the rounding of each. For a cluster is a mean of nodes within reach of its center. So a point whose
/// distance to all others exceeds this sum and the zoom's own reach has no neighbor there, and is no neighbor.
struct LonePoints {
  /// By descending zoom of the level that they join first.
  private var points: [UInt32] = []
  /// Per zoom: the number of the points that are on its level.
  private var ends: [Int] = []
  private var joined = 0

  private static let sampleSize = 1 << 14
  /// The most others in a cell, on average.
  private static let crowd = 0.7
  private static let comparisonsPerPoint = 32

  /// No points.
  init() {}

  /// Takes the lone points from a level of all points. O(points).
  init(takenFrom builder: LevelBuilder) {
    guard builder.count > 1, let zoom = Self.zoom(builder) else { return }
    let scale = CellScale(reachSquared: builder.options.reachSquared(zoom: zoom))
    guard scale.columns > 1, let cells = CellBuckets(builder, scale) else { return }
    let distances = UnsafeMutableBufferPointer(rebasing: builder.nearestDistances[..<builder.count])
    // Others are farther than the reach of this zoom, or are found.
    distances.initialize(repeating: scale.reachSquared)
    let positions = UnsafeBufferPointer(rebasing: builder.positions[..<builder.count])
    let limit = Self.comparisonsPerPoint * builder.count
    let isWhole = cells.forEachPair(of: positions, limit: limit) { slot, other, distance in
      distances[slot] = min(distances[slot], distance)
      distances[other] = min(distances[other], distance)
      return true
    }
    if isWhole { take(distances, from: builder) }
  }

  /// Adds the points that join the level of a zoom. O(points).
  mutating func join(_ builder: LevelBuilder, zoom: Int) {
    guard !ends.isEmpty else { return }
    while joined < ends[zoom] {
      builder.addPoint(Int(points[joined]))
      joined += 1
    }
  }

  /// Moves the points that are not on the level of the last zoom here, and leaves the others in their order.
  private mutating func take(_ distances: UnsafeMutableBufferPointer<UInt64>, from builder: LevelBuilder) {
    let (zooms, limits) = (builder.options.zooms, Self.limits(builder.options))
    let (positions, tags) = (builder.positions, builder.tags)
    // Per zoom plus one, since a point that joins no level has one below the lowest: how many points, then their end.
    var counts = [Int](repeating: 0, count: zooms.upperBound + 2)
    var firstZooms = [UInt8](repeating: 0, count: builder.count)
    for slot in distances.indices {
      var zoom = zooms.upperBound
      while zoom >= zooms.lowerBound, distances[slot] > limits[zoom] { zoom -= 1 }
      firstZooms[slot] = UInt8(zoom + 1)
      counts[zoom + 1] += 1
    }
    counts[zooms.upperBound + 1] = 0
    for zoom in counts.indices.dropLast().reversed() { counts[zoom] += counts[zoom + 1] }
    ends = Array(counts.dropFirst())
    var next = counts
    points = Array(repeating: 0, count: counts[0])
    var kept = 0
    for (slot, firstZoom) in firstZooms.enumerated() {
      if firstZoom > zooms.upperBound {
        (positions[kept], tags[kept]) = (positions[slot], tags[slot])
        kept += 1
      } else {
        next[Int(firstZoom)] -= 1
        points[next[Int(firstZoom)]] = tags[slot].id
      }
    }
    builder.count = kept
  }

  /// Per zoom: the greatest squared distance at which a point may have a neighbor on its level.
  static func limits(_ options: ClusterOptions) -> [UInt64] {
    var limits = [UInt64](repeating: .max, count: options.zooms.upperBound + 1)
    var drift = 0.0
    for zoom in options.zooms.reversed() {
      // Two units more than a reach: one for the rounding of a mean, and one for that of these sums.
      let reach = Double(options.reachSquared(zoom: zoom)).squareRoot() + 2
      if drift + reach < 0x1p31 { limits[zoom] = UInt64(drift + reach) * UInt64(drift + reach) }
      if options.position == .centroid { drift += reach }
    }
    return limits
  }

  /// The lowest zoom at which few points share a cell, estimated from a sample; nil if there is none.
  private static func zoom(_ builder: LevelBuilder) -> Int? {
    let step = max(1, builder.count / sampleSize)
    let size = builder.count / step
    var best: Int?
    for zoom in builder.options.zooms.reversed() {
      let scale = CellScale(reachSquared: builder.options.reachSquared(zoom: zoom))
      let cells = (0..<size).map { scale.cell(of: builder.positions[$0 * step]) }.sorted()
      var (pairs, run) = (0, 0)
      for (cell, next) in zip(cells, cells.dropFirst()) {
        run = cell == next ? run + 1 : 0
        pairs += run
      }
      if Double(2 * pairs * step) > crowd * Double(size) { break }
      best = zoom
    }
    return best
  }
}
