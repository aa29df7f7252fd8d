import Testing

@testable import OvertileClustering

@Suite struct PositionMeanTests {
  private func mean(
    _ positions: [(x: UInt32, y: UInt32, weight: UInt64)], center: GridPosition
  ) -> (x: UInt32, y: UInt32) {
    var mean = PositionMean()
    for position in positions {
      mean.add(GridPosition(x: position.x, y: position.y), weight: position.weight, center: center)
    }
    let result = mean.position(center: center)
    return (result.x, result.y)
  }

  @Test func halvesGoEastAndSouthWrapAndStayExactWithLargeWeights() {
    let (weight, far): (UInt64, UInt32) = ((1 << 62) - 1, 7 &+ (1 << 31))
    let cases: [([(x: UInt32, y: UInt32, weight: UInt64)], center: (UInt32, UInt32), mean: (UInt32, UInt32))] = [
      ([(10, 20, 1), (11, 21, 1)], (10, 20), (11, 21)), ([(10, 20, 1), (11, 21, 1)], (11, 21), (11, 21)),
      ([(10, 20, 2), (11, 21, 1)], (10, 20), (10, 20)), ([(10, 20, 1), (11, 21, 2)], (11, 21), (11, 21)),
      // Over the antimeridian.
      ([(.max, 5, 1), (1, 5, 1)], (.max, 5), (0, 5)), ([(.max, 5, 3), (3, 5, 1)], (3, 5), (0, 5)),
      ([(0, .max, weight), (1, .max, weight)], (0, .max), (1, .max)),
      ([(0, 0, weight), (1, 0, weight - 1)], (0, 0), (0, 0)),
      ([(7, .max, weight), (7, .max - 1, weight)], (7, .max), (7, .max)),
      ([(far, 0, weight), (far, 0, weight)], (7, 0), (far, 0)),
    ]
    for (positions, center, expected) in cases {
      #expect(mean(positions, center: .init(x: center.0, y: center.1)) == expected, "\(positions)")
    }
  }
}
