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

  @Test func bordersThatMatchDoNotCount() throws {
    #expect(try near([(0, 0, 5000, 9000), (5000, 0, 9000, 9000)]).count == 0)
  }

  @Test func verticesOnAnEdgeCount() throws {
    let near = try near([(0, 0, 5000, 9000), (5000, 0, 9000, 4000), (5000, 4000, 9000, 9000), (20000, 0, 21000, 9)])
    #expect(near.count == 1 && !near.isPartial && near.shapes == [1, 2])
  }

  @Test func bordersThatOverlapALittleCount() throws {
    #expect(try near([(0, 0, 5000, 9000), (4950, 1000, 9000, 8000)]).count == 2)
  }

  @Test func shapesThatAreApartDoNotCountNorThoseThatOverlapFar() throws {
    #expect(try near([(0, 0, 5000, 9000), (5050, 1000, 9000, 8000)]).count == 0)
    #expect(try near([(0, 0, 5000, 9000), (4000, 1000, 9000, 8000)]).count == 0)
  }
}
