import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct SmallPolygonsTests {
  /// Per tile: its geometry.
  private typealias Tiles = [TileID: TileGeometry]

  /// Rings of 3 to 18 positions, some of which cross themselves or vanish by rounding, many of them near a tile's edge.
  private func polygon(_ random: inout SeededRandom, zoom: Int) -> WorldGeometry {
    let side = Double(WorldGrid.tileSide(zoom: zoom))
    let last = (1 << zoom) - 1
    let (column, row) = (Int.random(in: 0...last, using: &random), Int.random(in: 0...last, using: &random))
    let radius = side * [0.0004, 0.002, 0.01, 0.2].randomElement(using: &random)!
    func center(_ index: Int) -> Double {
      let within = Bool.random(using: &random) ? Double.random(in: 0...1, using: &random) : 0.001
      return (Double(index) + within) * side
    }
    let (x, y) = (center(column), center(row))
    let ring: [ShapeFixtures.Position]
    if Bool.random(using: &random) {
      ring = ShapeFixtures.star(
        &random, x: x.rounded(), y: y.rounded(), radius: radius, count: Int.random(in: 3...18, using: &random),
        innerShare: 0.5)
    } else {
      ring = (0..<Int.random(in: 3...8, using: &random)).map { _ in
        (
          (x + Double.random(in: -radius...radius, using: &random)).rounded(),
          (y + Double.random(in: -radius...radius, using: &random)).rounded()
        )
      }
    }
    var shape = ShapeFixtures.polygons([[ring]])
    shape.x = shape.x.map { min(max($0, 0), WorldGrid.side) }
    shape.y = shape.y.map { min(max($0, 0), WorldGrid.side) }
    return shape.withoutRepeatedPositions().geometry
  }

  /// Against the way of all shapes, at all zooms, with grids of other sizes, and with and without a buffer.
  @Test func tilesAreThoseOfAllShapes() throws {
    let engine = try GeometryEngine()
    var (small, empty, several) = (0, 0, 0)
    for seed in seeds(4000) {
      var random = SeededRandom(seed: seed)
      let zoom = Int.random(in: 0...22, using: &random)
      let extent = [4096, 512, 1000, 256].randomElement(using: &random)!
      let buffer = [0, 64, 8].randomElement(using: &random)!
      let cut = TileCut(zoom: zoom, extent: extent, buffer: buffer)
      let shape = polygon(&random, zoom: zoom)
      guard !shape.isEmpty, try engine.isValid(shape) else { continue }
      var found: Tiles = [:]
      var polygons = SmallPolygons(cut)
      // The second time with buffers in use.
      guard polygons.visitTiles(of: shape, { found[$0] = $1 }) else {
        #expect(found.isEmpty, "seed \(seed)")
        continue
      }
      found = [:]
      #expect(polygons.visitTiles(of: shape) { found[$0] = $1 }, "seed \(seed)")
      var expected: Tiles = [:]
      try engine.tiles(of: shape, cut) { expected[$0] = $1 }
      #expect(found == expected, "seed \(seed)")
      small += 1
      if expected.isEmpty { empty += 1 }
      if expected.count > 1 { several += 1 }
    }
    #expect(small > 800 && empty > 10 && several > 50)
  }

  /// Polygons that an edge divides, holes, several polygons, and positions outside the world are left to others.
  @Test func otherShapesAreLeftAlone() throws {
    var polygons = SmallPolygons(TileCut(zoom: 8))
    let side = Double(WorldGrid.tileSide(zoom: 8))
    func square(_ x: Double, _ y: Double, _ half: Double) -> [ShapeFixtures.Position] {
      ShapeFixtures.rectangle(x - half, y - half, x + half, y + half)
    }
    let middle = (3.5 * side, 5.5 * side)
    let others = [
      ShapeFixtures.polygons([[square(4 * side, middle.1, side / 8)]]),
      ShapeFixtures.polygons([[square(middle.0, middle.1, side / 8), square(middle.0, middle.1, side / 16)]]),
      ShapeFixtures.polygons([
        [square(middle.0, middle.1, side / 8)], [square(middle.0, middle.1 + side / 4, side / 16)],
      ]),
      ShapeFixtures.polygons([[square(0, middle.1, side / 64)]]),
    ]
    for shape in others { #expect(!polygons.visitTiles(of: shape) { _, _ in Issue.record("a tile") }) }
    var count = 0
    let one = ShapeFixtures.polygons([[square(middle.0, middle.1, side / 8)]])
    #expect(polygons.visitTiles(of: one) { _, _ in count += 1 })
    #expect(count == 1)
  }
}
