import MapMath
import Testing

@testable import OvertileShapes

@Suite struct PartSizesTests {
  /// A square of 100 with a hole of 20, and squares of 10 and 1 beside it.
  private let shape = Self.polygons([
    [Self.square(0, 0, 100), Self.square(40, 40, 20)], [Self.square(200, 0, 10)], [Self.square(300, 0, 1)],
  ])

  private static func square(_ x: Double, _ y: Double, _ side: Double) -> [(Double, Double)] {
    [(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)]
  }

  private static func polygons(_ polygons: [[[(Double, Double)]]]) -> WorldGeometry {
    var result = WorldGeometry(kind: .polygons)
    for rings in polygons {
      for ring in rings {
        for (x, y) in ring { result.append(x: x, y: y) }
        result.endRing()
      }
      result.endPolygon()
    }
    return result
  }

  @Test(arguments: [(0.0, 4, 3), (1, 4, 3), (1.5, 3, 2), (10.5, 2, 1), (20.5, 1, 1), (97.5, 1, 1), (98.5, 0, 0)])
  func smallRingsGo(size: Double, rings: Int, parts: Int) {
    let sizes = PartSizes([WorldGeometry(kind: .points), shape])
    let large = sizes.withoutSmall(1, shape, below: size)
    #expect(large.ringEnds.count == rings)
    #expect(large.polygonEnds.count == parts)
    #expect(sizes.isSmall(1, below: size) == (parts == 0))
    #expect(shape.ringEnds.indices.count { !sizes.isSmall($0, ofShape: 1, below: size) } == rings)
    // Also what is simplified: of squares nothing is removed.
    var simplifier = CoverageSimplifier([shape])
    #expect(throws: Never.self) { _ = try simplifier.addLevel(tolerance: 0) {} }
    let simple = simplifier.coverage.shape(0, shape, level: 0) { sizes.isSmall($0, ofShape: 1, below: size) }
    #expect(simple.ringEnds == large.ringEnds && simple.polygonEnds == large.polygonEnds)
  }

  @Test func linesAndPointsKeepTheirParts() {
    var lines = WorldGeometry(kind: .lines)
    for (x, y) in [(0.0, 0.0), (1, 0), (50, 0), (60, 0)] {
      lines.append(x: x, y: y)
      if x == 1 { lines.endRing() }
    }
    lines.endRing()
    var points = WorldGeometry(kind: .points)
    points.append(x: 0, y: 0)
    points.endRing()
    let sizes = PartSizes([lines, points])
    #expect(sizes.withoutSmall(0, lines, below: 20) == lines)
    #expect(!sizes.isSmall(0, below: 60) && sizes.isSmall(0, below: 61))
    #expect(!sizes.isSmall(1, below: 1000))
    for line in 0...1 {
      #expect(!sizes.isSmall(line, ofShape: 0, below: 60) && sizes.isSmall(line, ofShape: 0, below: 61))
    }
  }
}

extension PartSizes {
  /// Measures shapes.
  fileprivate init(_ shapes: [WorldGeometry]) {
    self.init()
    for shape in shapes { append(shape) }
  }
}
