import MapMath
import Testing

@testable import OvertileShapes

@Suite struct NearBordersTests {
  private func near(_ rectangles: [(Double, Double, Double, Double)]) throws -> NearBorders {
    let middle = WorldGrid.side / 2
    let shapes = rectangles.map { west, north, east, south in
      ShapeFixtures.polygons([
        [ShapeFixtures.rectangle(middle + west, middle + north, middle + east, middle + south)]
      ])
    }
    return try #require(try NearBorders(CoverageSimplifier(OrderedShapes(shapes))) {})
  }

  @Test func bordersThatNearlyMatchCount() throws {
    for (other, count) in [
      ((5000.0, 0.0, 9000.0, 9000.0), 0),
      // A little over the border, a little apart, and far over it.
      ((4950, 1000, 9000, 8000), 2), ((5050, 1000, 9000, 8000), 0), ((4000, 1000, 9000, 8000), 0),
    ] {
      #expect(try near([(0, 0, 5000, 9000), other]).count == count, "\(other)")
    }
    let near = try near([(0, 0, 5000, 9000), (5000, 0, 9000, 4000), (5000, 4000, 9000, 9000), (20000, 0, 21000, 9)])
    #expect(near.count == 1 && !near.isPartial && near.shapes == [1, 2])
  }
}
