import MapMath
import Testing

@testable import OvertileShapes

@Suite struct MeasuresTests {
  private let ring = ShapeFixtures.polygons([
    [ShapeFixtures.rectangle(10, 20, 110, 70), ShapeFixtures.rectangle(20, 30, 30, 40)]
  ])

  @Test func areaLengthAndExtent() {
    let line = ShapeFixtures.lines([[(0, 0), (3, 4)], [(0, 0), (0, 5)]])
    #expect([ring.area, ring.length, line.area, line.length] == [4900, 340, 0, 10])
    #expect(ring.bounds == WorldBounds(minX: 10, minY: 20, maxX: 110, maxY: 70))
    #expect(ring.bounds?.center == WorldPoint(x: 60, y: 45) && WorldGeometry(kind: .lines).bounds == nil)
  }

  @Test func smallnessIsMeasuredInPixels() {
    let thread = ShapeFixtures.polygons([[ShapeFixtures.rectangle(0, 0, 10_000, 1)]])
    let line = ShapeFixtures.lines([[(0, 0), (10_000, 1)]])
    let shapes = OrderedShapes([ring, thread, line])
    for byParts in [false, true] {
      let sizes = ZoomSizes(shapes, smallerThanPixels: 1, tilePixels: 512, byParts: byParts)
      // One pixel at zoom 16 of 512-pixel tiles is 2^(32-16-9) = 128 units.
      #expect(sizes.isSmall(0, zoom: 16) && !sizes.isSmall(0, zoom: 17))
      #expect(sizes.isSmall(1, zoom: 16) && !sizes.isSmall(2, zoom: 16))
      #expect(ZoomSizes(shapes, smallerThanPixels: 100, tilePixels: 512, byParts: byParts).isSmall(2, zoom: 16))
    }
  }
}
