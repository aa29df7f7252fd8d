import MapMath
import TestSupport
import Testing

@Suite("Zoom scale, zoom level, tiles: one tile") struct TileFamilyTests {
  @Test func rectanglesAreSquaresOfTheGrid() {
    let tile = TileID(uncheckedZ: 3, x: 5, y: 2)
    #expect(tile.mapRect == MapRect(x: 5 * 0x1p25, y: 2 * 0x1p25, width: 0x1p25, height: 0x1p25))
    #expect(TileID(uncheckedZ: 31, x: 1, y: 3).mapRect.minY == 0.375)
  }

  @Test func holdsCoordinates() {
    for (coordinate, zoom, tile) in [
      (place(0, 0), 1, "1/1/1"), (place(0.001, -0.001), 1, "1/0/0"), (place(90, 180), 4, "4/0/0"),
      (place(-90, -190), 4, "4/15/15"),
      // Berlin, as slippy maps have it.
      (place(52.5163, 13.3777), 14, "14/8800/5373"),
    ] {
      #expect(TileID(containing: coordinate, zoom: zoom).description == tile)
    }
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let tile = randomTile(&random)
      let middle = tile.mapRect.center.coordinate
      #expect(TileID(containing: middle, zoom: Int(tile.z)) == tile, "seed \(seed)")
    }
  }

  @Test func parentsHoldTheirChildren() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let tile = randomTile(&random)
      let areFamily = tile.children.allSatisfy {
        $0.parent == tile && tile.contains($0) && !$0.contains(tile) && tile.mapRect.contains($0.mapRect)
      }
      let union = tile.children.map(\.mapRect).reduce(MapRect.null) { $0.union($1) }
      let isWhole = tile.z == 31 ? union.isNull : union == tile.mapRect
      #expect(areFamily && isWhole && tile.contains(tile), "seed \(seed)")
      #expect(tile.ancestor(zoom: 0)?.description == "0/0/0", "seed \(seed)")
    }
    let top = TileID(uncheckedZ: 0, x: 0, y: 0)
    #expect(top.parent == nil && top.ancestor(zoom: 1) == nil && top.ancestor(zoom: -1) == nil)
    #expect(top.children.map(\.description) == ["1/0/0", "1/1/0", "1/0/1", "1/1/1"])
    let deep = TileID(uncheckedZ: 31, x: 7, y: 9)
    #expect(deep.children.isEmpty && deep.parent?.description == "30/3/4" && deep.ancestor(zoom: 31) == deep)
  }

  @Test func neighborsWrapAndStopAtThePoles() {
    let corner = TileID(uncheckedZ: 3, x: 0, y: 0)
    for (east, south, neighbor) in [
      (-1, 0, "3/7/0"), (8, 7, "3/0/7"), (-17, 1, "3/7/1"), (0, -1, nil), (0, 8, nil), (.min, 0, "3/0/0"),
    ] as [(Int, Int, String?)] {
      #expect(corner.neighbor(east: east, south: south)?.description == neighbor)
    }
    #expect(TileID(uncheckedZ: 3, x: 0, y: 1).neighbor(east: 0, south: .max) == nil)
    #expect(corner.neighbors.map(\.description) == ["3/7/0", "3/1/0", "3/7/1", "3/0/1", "3/1/1"])
    #expect(TileID(uncheckedZ: 1, x: 0, y: 0).neighbors.map(\.description) == ["1/1/0", "1/1/1", "1/0/1"])
    let counts = [(3, 4, 4), (0, 0, 0), (2, 0, 0)].map { TileID(uncheckedZ: $0.0, x: $0.1, y: $0.2).neighbors.count }
    #expect(counts == [8, 0, 5])
  }

  @Test func rowsFromTheSouthComeBack() {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      let tile = randomTile(&random)
      #expect(TileID(z: Int(tile.z), x: Int(tile.x), tmsRow: Int(tile.tmsRow)) == tile, "seed \(seed)")
    }
    #expect(TileID(z: 3, x: 1, tmsRow: 7)?.description == "3/1/0")
    for (z, x, row) in [(3, 1, 8), (3, 1, -1), (32, 1, 0), (2, 4, 0)] {
      #expect(TileID(z: z, x: x, tmsRow: row) == nil)
    }
  }

  @Test func quadkeysComeBack() {
    #expect(TileID(uncheckedZ: 3, x: 3, y: 5).quadkey == "213")
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let tile = randomTile(&random)
      let key = tile.quadkey
      let isOfParent = tile.parent.map { key.dropLast() == $0.quadkey } ?? true
      #expect(key.count == Int(tile.z) && TileID(quadkey: key) == tile && isOfParent, "seed \(seed)")
    }
    for key in ["4", "01a", "0 1", "é", String(repeating: "0", count: 32)] { #expect(TileID(quadkey: key) == nil) }
    #expect(TileID(quadkey: "")?.z == 0)
    #expect(TileID(quadkey: String(repeating: "3", count: 31))?.x == .max >> 1)
  }

  private func randomTile(_ random: inout SeededRandom) -> TileID {
    let z = UInt8.random(in: 0...31, using: &random)
    let end = UInt32((UInt64(1) << UInt64(z)) - 1)
    return TileID(uncheckedZ: z, x: .random(in: 0...end, using: &random), y: .random(in: 0...end, using: &random))
  }
}
