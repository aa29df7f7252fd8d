import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

/// Dense thin spikes over each other, repaired: many holes that touch their exterior, in tiles whose units are as wide.
@Suite struct SpikedTilesTests {
  private func spikes(_ random: inout SeededRandom, side: Double) -> WorldGeometry {
    var ring: [ShapeFixtures.Position] = []
    let count = Int.random(in: 40...160, using: &random)
    for step in 0..<count {
      let reach = Double.random(in: 0...0.5, using: &random) * side * 3
      let x = step.isMultiple(of: 2) ? reach : 3 * side - reach
      let y = (Double(step) + Double.random(in: 0...3, using: &random)) / Double(count) * 3 * side
      ring.append(((x + 20 * side).rounded(), (y + 20 * side).rounded()))
    }
    return ShapeFixtures.polygons([ring + [(24 * side, 24 * side), (19 * side, 24 * side)]].map { [$0] })
  }

  /// The exact part of a shape in a buffered tile, in tile units.
  private func area(_ shape: WorldGeometry, _ tile: TileID, _ cut: TileCut) -> (area: Double, length: Double) {
    var clip = ClipGeometry(shape)
    let (column, row) = (Int(tile.x), Int(tile.y))
    for (axis, bound, keepsBelow) in [
      (HalfPlane.Axis.x, cut.bufferedEnd(column), true), (.x, cut.bufferedStart(column), false),
      (.y, cut.bufferedEnd(row), true), (.y, cut.bufferedStart(row), false),
    ] {
      clip = HalfPlane(axis: axis, bound: bound, keepsBelow: keepsBelow).clip(clip)
    }
    let part = clip.shape
    let unit = cut.tileSide / Double(cut.extent)
    let doubled = part.ringEnds.indices.reduce(0) {
      $0 + Shoelace.doubledArea(part.x, part.y, part.positions(ofRing: $1))
    }
    return (doubled / 2 / unit / unit, part.length / unit)
  }

  /// Rounding moves each position by less than a unit, so no area is lost or filled but along the outline.
  @Test func areasAreThoseOfTheShape() throws {
    let engine = try GeometryEngine()
    var (tiles, fallen) = (0, 0)
    for seed in seeds(150) {
      var random = SeededRandom(seed: seed)
      let cut = TileCut(zoom: 9, extent: [256, 1024].randomElement(using: &random)!, buffer: 16)
      let shape = try engine.makeValid(spikes(&random, side: cut.tileSide)).geometry
      try engine.tiles(of: shape, cut) { tile, geometry in
        let (expected, length) = area(shape, tile, cut)
        #expect(abs(geometry.area - expected) <= length / 4 + 16, "seed \(seed), tile \(tile)")
        tiles += 1
        if geometry.partEnds.count > 8 { fallen += 1 }
      }
    }
    #expect(tiles > 1000 && fallen > 100)
  }
}
