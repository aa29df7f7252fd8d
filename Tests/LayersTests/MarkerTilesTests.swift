import MapMath
import OvertileShapes
import TestSupport
import Testing

@testable import OvertileLayers

@Suite struct MarkerTilesTests {
  private static let sizes = [(4096, 64), (256, 0), (256, 1), (256, 128), (512, 512), (65536, 1), (65536, 40000)]

  @Test(arguments: [0, 1, 2, 3, 12, 24], sizes)
  func aPointIsInEveryTileWhoseBufferHoldsIt(zoom: Int, size: (extent: Int, buffer: Int)) {
    let grid = TileCut(zoom: zoom, extent: size.extent, buffer: size.buffer)
    for seed in seeds(3) {
      var random = SeededRandom(seed: seed)
      for _ in 0..<150 {
        let (x, y) = (Self.position(zoom, size, &random), Self.position(zoom, size, &random))
        let oracle = SquareOracle(zoom: zoom, extent: size.extent, buffer: size.buffer, x: x, y: y)
        var tiles: [TileID] = []
        grid.forEachTile(x: x, y: y) { tiles.append($0) }
        #expect(Set(tiles) == Set(oracle.tiles.keys), "seed \(seed): \(x), \(y)")
        #expect(tiles.count == oracle.tiles.count, "seed \(seed): \(x), \(y): each once")
        for tile in tiles {
          let position = grid.position(x: x, y: y, in: tile)
          let expected = oracle.tiles[tile] ?? []
          #expect(expected.contains { $0 == [position.x, position.y] }, "seed \(seed): \(x), \(y) in \(tile)")
        }
      }
    }
  }

  @Test func edgesAreHalfOpen() {
    let grid = TileCut(zoom: 1, extent: 4096, buffer: 0)
    for (x, y, tile): (UInt32, UInt32, TileID?) in [
      (0, 0, TileID(z: 1, x: 0, y: 0)), (1 << 31, (1 << 31) - 1, TileID(z: 1, x: 1, y: 0)),
      (.max, .max, TileID(z: 1, x: 1, y: 1)),
    ] {
      var tiles: [TileID] = []
      grid.forEachTile(x: x, y: y) { tiles.append($0) }
      #expect(tiles == [tile].compactMap { $0 })
    }
    // The last unit of a tile rounds to its edge.
    let corner = grid.position(x: .max, y: 0, in: TileID(uncheckedZ: 1, x: 1, y: 0))
    #expect(corner == (4096, 0))
  }

  /// Anywhere, or on, just within and just beyond the interesting lines: the edges of tiles and of their buffers.
  private static func position(
    _ zoom: Int, _ size: (extent: Int, buffer: Int), _ random: inout SeededRandom
  ) -> UInt32 {
    guard Int.random(in: 0..<4, using: &random) > 0 else { return UInt32(truncatingIfNeeded: random.next()) }
    let side = Int64(1) << Int64(32 - zoom)
    let edge = Int64.random(in: 0..<Int64(1) << Int64(zoom), using: &random) * side
    let buffer = Int64(size.buffer) * side / Int64(size.extent)
    let offsets: [Int64] = [0, buffer, -buffer, side / 2]
    let offset = offsets[Int.random(in: 0..<4, using: &random)]
    return UInt32(truncatingIfNeeded: edge + offset + Int64.random(in: -1...1, using: &random))
  }
}

/// The tiles whose square, widened by the buffer, holds a point or a copy of it a world to the east or west: tried one
/// by one: all of a low zoom, and those around the point of a high one.
private struct SquareOracle {
  /// Per tile: the positions of the copies in its units.
  private(set) var tiles: [TileID: [[Int32]]] = [:]

  init(zoom: Int, extent: Int, buffer: Int, x: UInt32, y: UInt32) {
    let side = Int64(1) << Int64(32 - zoom)
    let count = Int64(1) << Int64(zoom)
    let around = { (own: Int64) -> [Int64] in zoom <= 3 ? Array(0..<count) : Array(own - 2...own + 2) }
    for column in Set(around(Int64(x) / side).map { ($0 + count) % count }) {
      for row in around(Int64(y) / side) where (0..<count).contains(row) {
        let worlds: [Int64] = zoom == 0 ? [0] : [-1, 0, 1]
        for world in worlds {
          let dx = Int64(x) + world * (1 << 32) - column * side
          let dy = Int64(y) - row * side
          let isOwn = (0..<side).contains(dx) && (0..<side).contains(dy)
          let isInside = [dx, dy].allSatisfy { distance in
            let units = distance * Int64(extent)
            return (0..<side).contains(distance)
              || units > -Int64(buffer) * side && units < Int64(extent + buffer) * side && zoom > 0
          }
          guard isOwn || isInside,
            let tile = TileID(z: zoom, x: Int(column), y: Int(row))
          else { continue }
          let position = [dx, dy].map { Int32((Double($0 * Int64(extent)) / Double(side) + 0.5).rounded(.down)) }
          tiles[tile, default: []].append(position)
        }
      }
    }
  }
}
