import MapMath
import Testing

@testable import OvertileShapes

@Suite struct ZoomSizesTests {
  /// A square of 100 with a hole of 20, and squares of 10 and 1 beside it.
  private let shape = ShapeFixtures.polygons([
    [Self.square(0, 0, 100), Self.square(40, 40, 20)], [Self.square(200, 0, 10)], [Self.square(300, 0, 1)],
  ])

  private static func square(_ x: Double, _ y: Double, _ side: Double) -> [ShapeFixtures.Position] {
    ShapeFixtures.rectangle(x, y, x + side, y + side)
  }

  /// A zoom at which small is below so many units.
  private static let zoom = 16

  private func sizes(_ shapes: [WorldGeometry], below size: Double) -> ZoomSizes {
    let pixel = Double(WorldGrid.tileSide(zoom: Self.zoom)) / 512
    return ZoomSizes(OrderedShapes(shapes), smallerThanPixels: size / pixel, tilePixels: 512, byParts: true)
  }

  @Test(arguments: [(0.0, 4, 3), (1, 4, 3), (1.5, 3, 2), (10.5, 2, 1), (20.5, 1, 1), (97.5, 1, 1), (98.5, 0, 0)])
  func smallRingsGo(size: Double, rings: Int, parts: Int) {
    let (sizes, zoom) = (sizes([WorldGeometry(kind: .points), shape], below: size), Self.zoom)
    let large = sizes.large(1, shape, zoom: zoom)
    #expect(large.ringEnds.count == rings && large.polygonEnds.count == parts)
    #expect(shape.ringEnds.indices.count { !sizes.isSmall(ring: $0, of: 1, zoom: zoom) } == rings)
    #expect(sizes.isSmall(1, zoom: zoom) == (parts == 0))
    // Also what is simplified: of squares nothing is removed.
    var simplifier = CoverageSimplifier(OrderedShapes([shape]))
    #expect(throws: Never.self) { _ = try simplifier.addLevel(tolerance: 0) {} }
    let simple = simplifier.coverage.shape(0, shape, level: 0) { sizes.isSmall(ring: $0, of: 1, zoom: zoom) }
    #expect(simple.ringEnds == large.ringEnds && simple.polygonEnds == large.polygonEnds)
  }

  @Test func linesAndPointsKeepTheirParts() {
    let lines = ShapeFixtures.lines([[(0, 0), (1, 0)], [(50, 0), (60, 0)]])
    let points = ShapeFixtures.points([(0, 0)])
    #expect(sizes([lines, points], below: 20).large(0, lines, zoom: Self.zoom) == lines)
    let (below, above) = (sizes([lines, points], below: 60), sizes([lines, points], below: 61))
    #expect(!below.isSmall(0, zoom: Self.zoom) && above.isSmall(0, zoom: Self.zoom))
    #expect(!sizes([lines, points], below: 1000).isSmall(1, zoom: Self.zoom))
    for line in 0...1 {
      #expect([below, above].map { $0.isSmall(ring: line, of: 0, zoom: Self.zoom) } == [false, true])
    }
  }
}
