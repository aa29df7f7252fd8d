import TestSupport
import Testing

@testable import OvertileClustering

@Suite struct CellScaleTests {
  @Test func cellsReachTheirNeighborsAndPartsAreSmall() {
    for seed in seeds(3000) {
      var random = SeededRandom(seed: seed)
      let limit = UInt64(1) << UInt64.random(in: 1...32, using: &random)
      let reach = UInt64.random(in: 0..<limit, using: &random)
      let scale = CellScale(reachSquared: reach * reach + UInt64.random(in: 0...reach, using: &random))
      let a = GridPosition(
        x: .random(in: 0...UInt32.max, using: &random), y: .random(in: 0...UInt32.max, using: &random))
      // Anywhere within two reaches.
      let span = UInt32(min(2 * reach, UInt64(UInt32.max)))
      let b = GridPosition(
        x: a.x &+ UInt32.random(in: 0...span, using: &random),
        y: UInt32(min(UInt64(a.y) + UInt64.random(in: 0...UInt64(span), using: &random), UInt64(UInt32.max))))
      let isNeighbor = a.squaredDistance(to: b).map { $0 <= scale.reachSquared } ?? false
      let areBeside = !isNeighbor || areAdjacent(scale.cell(of: a), scale.cell(of: b), columns: scale.columns)
      let sharePart = scale.cell(of: a) == scale.cell(of: b) && scale.part(of: a) == scale.part(of: b)
      #expect(areBeside && (!sharePart || isNeighbor), "seed \(seed)")
    }
  }

  /// The corners of a part are its two positions farthest apart.
  @Test func oppositeCornersOfAPartAreNeighbors() {
    for exponent in 0...32 {
      for reach in [(1 << exponent) - 1, 1 << exponent, (3 << exponent) / 2] as [UInt64] where reach < 1 << 32 {
        let scale = CellScale(reachSquared: reach * reach)
        let side = UInt32(((1 << 32) + scale.columns * scale.parts - 1) / (scale.columns * scale.parts) - 1)
        let distance = GridPosition(x: 0, y: 0).squaredDistance(to: GridPosition(x: side, y: side))
        #expect((distance ?? .max) <= reach * reach, "reach \(reach)")
      }
    }
  }

  @Test func squaredDistancesWrapAndOverflow() {
    let corner = GridPosition(x: 5, y: 0)
    let others = [(UInt32.max, 8), (5, UInt32.max), (5 + (1 << 31), .max)].map { GridPosition(x: $0.0, y: $0.1) }
    let most = UInt64(UInt32.max) * UInt64(UInt32.max)
    #expect(others.map { corner.squaredDistance(to: $0) } == [36 + 64, most, nil])
  }

  private func areAdjacent(_ a: UInt64, _ b: UInt64, columns: UInt64) -> Bool {
    let rows = (a / columns).subtractingMagnitude(b / columns)
    let across = (a % columns).subtractingMagnitude(b % columns)
    return rows <= 1 && (across <= 1 || across == columns - 1)
  }
}

extension UInt64 {
  fileprivate func subtractingMagnitude(_ other: UInt64) -> UInt64 { self > other ? self - other : other - self }
}
