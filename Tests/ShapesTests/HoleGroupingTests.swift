import MapMath
import Testing

@testable import OvertileShapes

@Suite struct HoleGroupingTests {
  /// Two arms that the northern edge of a tile divides, a fifth of a unit apart, and a hole in one that touches its wall:
  /// rounding moves that position of the hole into the other arm.
  private func arms(mirrored: Bool, column: Int, row: Int, _ cut: TileCut) -> WorldGeometry {
    let exterior = [
      (0.0, -200.0), (60, -200), (60, 100), (12.8, 100), (12.3125, 20), (11.1, -180), (10.9, -180), (12.6, 100),
      (0, 100),
    ]
    let hole = [(12.3125, 20.0), (30, 10), (30, 30)]
    let unit = cut.tileSide / Double(cut.extent)
    func onGrid(_ ring: [(Double, Double)]) -> [ShapeFixtures.Position] {
      ring.map { x, y in
        (
          (Double(column) * cut.tileSide + (mirrored ? 100 - x : x) * unit).rounded(),
          (Double(row) * cut.tileSide + y * unit).rounded()
        )
      }
    }
    return ShapeFixtures.polygons([[onGrid(exterior), onGrid(hole)]])
  }

  @Test(arguments: [false, true]) func aHoleStaysInItsArm(mirrored: Bool) throws {
    let engine = try GeometryEngine()
    let cut = TileCut(zoom: 8)
    let shape = arms(mirrored: mirrored, column: 10, row: 20, cut)
    #expect(try engine.isValidForGEOS(shape))
    var area: Double?
    try engine.tiles(of: shape, cut) { tile, geometry in
      guard tile.x == 10, tile.y == 20 else { return }
      area = geometry.area
    }
    // 60 units by the tile's 100 and its buffer of 64, without the hole and a fifth of a unit between the arms.
    let expected = 60.0 * 164 - 177 - 33
    #expect(abs(try #require(area) - expected) < 100)
  }
}
