import OvertileClustering
import TestSupport

/// Random points around the corner of four tiles of a shard, or along a row of tiles, at a scale at which halos are a small
/// part of a tile: the cases in which a task must see just enough of its surroundings.
struct ShardedPoints {
  var points: ClusterPoints
  var options: ClusterOptions
  /// The zoom of the first level's tiles.
  let tileZoom: Int

  init(seed: UInt64, limit: Int) {
    var random = SeededRandom(seed: seed)
    tileZoom = Int.random(in: 1...6, using: &random)
    let minPoints = [1, 2, 2, 2, 3, 5, 10].randomElement(using: &random) ?? 2
    let last = tileZoom + Int.random(in: 5...9, using: &random)
    options = ClusterOptions(
      radius: [8, 20, 40, 40, 50.3].randomElement(using: &random) ?? 40, minPoints: minPoints,
      zooms: max(0, last - Int.random(in: 2...9, using: &random))...last,
      position: Bool.random(using: &random) ? .centroid : .center)
    let count = Int.random(in: 2...limit, using: &random)
    let shape = Shape.allCases.randomElement(using: &random) ?? .corner
    // A radius of a zoom at which tasks of the first level may still decide.
    let zoom = last - Int.random(in: 0...3, using: &random)
    let radius = UInt64(Double(options.reachSquared(zoom: zoom)).squareRoot())
    points = shape.points(count: count, tileZoom: tileZoom, radius: radius, using: &random)
    guard shape == .gradient || Int.random(in: 0..<4, using: &random) == 0 else { return }
    points.weights = (0..<UInt64(count)).map { shape == .gradient ? $0 : .random(in: 0...3, using: &random) }
  }

  enum Shape: CaseIterable {
    case corner, border, gradient, spots

    func points(count: Int, tileZoom: Int, radius: UInt64, using random: inout SeededRandom) -> ClusterPoints {
      let side = UInt64(1) << UInt64(32 - tileZoom)
      // Corners of the world are corners of tiles, too: the 180th meridian and both edges of the map.
      let tiles = UInt64(1) << UInt64(tileZoom)
      let origin = (x: side * .random(in: 0..<tiles, using: &random), y: side * .random(in: 0...tiles, using: &random))
      let spread = max(1, radius * .random(in: 2...40, using: &random))
      let step = max(1, radius * .random(in: 3...11, using: &random) / 12)
      var (x, y): ([UInt32], [UInt32]) = ([], [])
      for index in 0..<count {
        var offset = (x: Int64.random(in: 0..<Int64(2 * spread), using: &random), y: Int64(0))
        offset.y = .random(in: 0..<Int64(2 * spread), using: &random) - Int64(spread)
        offset.x -= Int64(spread)
        switch self {
        case .corner: break
        case .border: offset.x = .random(in: -2...2, using: &random)
        // Priority falls along a row that crosses the border, so that decisions travel through all rounds.
        case .gradient: offset = (Int64(step) * (Int64(index) - Int64(count / 2)), offset.y % 3)
        case .spots: offset = (offset.x / 7 * 7 % Int64(radius + 1), offset.y % 2)
        }
        let south = min(max(0, Int64(origin.y) + offset.y), Int64(UInt32.max))
        x.append(UInt32(truncatingIfNeeded: Int64(origin.x) + offset.x))
        y.append(UInt32(truncatingIfNeeded: south))
      }
      return ClusterPoints(x: x, y: y)
    }
  }
}
