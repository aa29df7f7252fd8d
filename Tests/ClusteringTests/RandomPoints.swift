import OvertileClustering
import OvertileCore
import TestSupport

/// Random inputs with difficult cases: clumps, duplicates, equal distances, chains, the antimeridian and both poles.
struct RandomPoints {
  var points: ClusterPoints
  var options: ClusterOptions

  /// Makes an input of `count` points (1 to `limit`) with options of its own.
  init(seed: UInt64, limit: Int) {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...limit, using: &random)
    let first = Int.random(in: 0...27, using: &random)
    options = ClusterOptions(
      radius: [40, 64, 50.3, 512, 700, 130, 0.001].randomElement(using: &random) ?? 40,
      tileSize: [256, 512].randomElement(using: &random) ?? 512,
      minPoints: [1, 2, 2, 3, 5].randomElement(using: &random) ?? 2,
      zooms: first...first + Int.random(in: 0...3, using: &random),
      position: Bool.random(using: &random) ? .mean : .member)
    let side = UInt64(1) << UInt64(32 - first)
    let shape = Shape(rawValue: Int.random(in: 0..<Shape.allCases.count, using: &random)) ?? .clumps
    points = shape.points(count: count, side: side, using: &random)
    if Int.random(in: 0..<3, using: &random) == 0 {
      let greatest: UInt64 = [1, 3, 1000].randomElement(using: &random) ?? 3
      points.weights = Column(count: count) { index -> UInt64 in
        shape.isOrdered ? UInt64(index) : UInt64.random(in: 0...greatest, using: &random)
      }
    }
  }

  private enum Shape: Int, CaseIterable {
    case clumps, lattice, world, chain, gradient

    /// Whether priority falls along the x axis, so that many rounds are needed to decide.
    var isOrdered: Bool { self == .chain || self == .gradient }

    func points(count: Int, side: UInt64, using random: inout SeededRandom) -> ClusterPoints {
      let origins = (0..<3).map { _ in Self.origin(using: &random) }
      var (x, y): ([UInt32], [UInt32]) = ([], [])
      let step = max(1, side / .random(in: 8...24, using: &random))
      for index in 0..<count {
        let origin = origins[isOrdered ? 0 : Int.random(in: 0..<3, using: &random)]
        var offset: (x: UInt64, y: UInt64) = (0, 0)
        switch self {
        case .clumps:
          offset = (.random(in: 0...side / 2, using: &random), .random(in: 0...side / 2, using: &random))
        case .lattice:
          offset = (step &* .random(in: 0...8, using: &random), step &* .random(in: 0...8, using: &random))
        case .world:
          offset = (.random(in: 0..<1 << 32, using: &random), .random(in: 0..<1 << 32, using: &random))
        case .chain:
          offset = (step &* UInt64(index - index / 5) / 6, 0)
        case .gradient:
          offset = (step &* UInt64(index) / 12, .random(in: 0...2 * step, using: &random))
        }
        let isDuplicate = !isOrdered && index > 0 && Int.random(in: 0..<5, using: &random) == 0
        let twin = isDuplicate ? Int.random(in: 0..<index, using: &random) : nil
        x.append(twin.map { x[$0] } ?? UInt32(truncatingIfNeeded: UInt64(origin.x) &+ offset.x))
        y.append(twin.map { y[$0] } ?? UInt32(min(UInt64(origin.y) + offset.y, UInt64(UInt32.max))))
      }
      return ClusterPoints(x: x, y: y)
    }

    /// A position in the world: anywhere, or just west of the antimeridian, at the northern or the southern edge.
    private static func origin(using random: inout SeededRandom) -> (x: UInt32, y: UInt32) {
      let x = UInt32.random(in: 0...UInt32.max, using: &random)
      let y = UInt32.random(in: 0...UInt32.max, using: &random)
      return switch Int.random(in: 0..<5, using: &random) {
      case 0: (UInt32.max - 3, y)
      case 1: (x, 0)
      case 2: (x, UInt32.max - 5)
      case 3: (UInt32.max - x % 1_000_000, UInt32.max / 2)
      default: (x, y)
      }
    }
  }
}
