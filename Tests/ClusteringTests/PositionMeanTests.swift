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

  @Test func halvesGoEastAndSouth() {
    #expect(mean([(10, 20, 1), (11, 21, 1)], center: .init(x: 10, y: 20)) == (11, 21))
    #expect(mean([(10, 20, 1), (11, 21, 1)], center: .init(x: 11, y: 21)) == (11, 21))
    #expect(mean([(10, 20, 2), (11, 21, 1)], center: .init(x: 10, y: 20)) == (10, 20))
    #expect(mean([(10, 20, 1), (11, 21, 2)], center: .init(x: 11, y: 21)) == (11, 21))
  }

  @Test func wrapsAtTheAntimeridian() {
    #expect(mean([(.max, 5, 1), (1, 5, 1)], center: .init(x: .max, y: 5)) == (0, 5))
    #expect(mean([(.max, 5, 3), (3, 5, 1)], center: .init(x: 3, y: 5)) == (0, 5))
  }

  @Test func largeWeightsStayExact() {
    let weight: UInt64 = (1 << 62) - 1
    #expect(mean([(0, .max, weight), (1, .max, weight)], center: .init(x: 0, y: .max)) == (1, .max))
    #expect(mean([(0, 0, weight), (1, 0, weight - 1)], center: .init(x: 0, y: 0)) == (0, 0))
    #expect(mean([(7, .max, weight), (7, .max - 1, weight)], center: .init(x: 7, y: .max)) == (7, .max))
    let far: UInt32 = 7 &+ (1 << 31)
    #expect(mean([(far, 0, weight), (far, 0, weight)], center: .init(x: 7, y: 0)) == (far, 0))
  }
}
