import MapMath
import TestSupport
import Testing

@Suite("Zoom scale, zoom level, tiles: one tile") struct TileFamilyTests {
  @Test func rectanglesAreSquaresOfTheGrid() throws {
    #expect(try #require(TileID(z: 0, x: 0, y: 0)).mapRect == .world)
    let tile = try #require(TileID(z: 3, x: 5, y: 2))
    #expect(tile.mapRect == MapRect(x: 5 * 0x1p25, y: 2 * 0x1p25, width: 0x1p25, height: 0x1p25))
    #expect(try #require(TileID(z: 31, x: 1, y: 3)).mapRect.minY == 0.375)
  }

  @Test func holdsCoordinates() {
    #expect(TileID(containing: Coordinate(latitude: 0, longitude: 0), zoom: 1).description == "1/1/1")
    #expect(TileID(containing: Coordinate(latitude: 0.001, longitude: -0.001), zoom: 1).description == "1/0/0")
    #expect(TileID(containing: Coordinate(latitude: 90, longitude: 180), zoom: 4).description == "4/0/0")
    #expect(TileID(containing: Coordinate(latitude: -90, longitude: -190), zoom: 4).description == "4/15/15")
    // Berlin, as slippy maps have it.
    #expect(
      TileID(containing: Coordinate(latitude: 52.5163, longitude: 13.3777), zoom: 14).description == "14/8800/5373")
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let tile = randomTile(&random)
      let middle = tile.mapRect.center.coordinate
      #expect(TileID(containing: middle, zoom: Int(tile.z)) == tile, "seed \(seed)")
    }
  }

  @Test func parentsHoldTheirChildren() throws {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let tile = randomTile(&random)
      #expect(tile.contains(tile), "seed \(seed)")
      for child in tile.children {
        #expect(child.parent == tile && tile.contains(child) && !child.contains(tile), "seed \(seed)")
        #expect(tile.mapRect.contains(child.mapRect), "seed \(seed)")
      }
      let union = tile.children.map(\.mapRect).reduce(MapRect.null) { $0.union($1) }
      #expect(tile.z == 31 ? union.isNull : union == tile.mapRect, "seed \(seed)")
      #expect(tile.ancestor(zoom: 0)?.description == "0/0/0", "seed \(seed)")
    }
    let top = try #require(TileID(z: 0, x: 0, y: 0))
    #expect(top.parent == nil && top.ancestor(zoom: 1) == nil && top.ancestor(zoom: -1) == nil)
    #expect(top.children.map(\.description) == ["1/0/0", "1/1/0", "1/0/1", "1/1/1"])
    let deep = try #require(TileID(z: 31, x: 7, y: 9))
    #expect(deep.children.isEmpty && deep.parent?.description == "30/3/4")
    #expect(deep.ancestor(zoom: 31) == deep)
  }

  @Test func neighborsWrapAndStopAtThePoles() throws {
    let corner = try #require(TileID(z: 3, x: 0, y: 0))
    #expect(corner.neighbor(east: -1, south: 0)?.description == "3/7/0")
    #expect(corner.neighbor(east: 8, south: 7)?.description == "3/0/7")
    #expect(corner.neighbor(east: -17, south: 1)?.description == "3/7/1")
    #expect(corner.neighbor(east: 0, south: -1) == nil && corner.neighbor(east: 0, south: 8) == nil)
    #expect(corner.neighbor(east: .min, south: 0)?.description == "3/0/0")
    #expect(try #require(TileID(z: 3, x: 0, y: 1)).neighbor(east: 0, south: .max) == nil)
    #expect(corner.neighbors.map(\.description) == ["3/7/0", "3/1/0", "3/7/1", "3/0/1", "3/1/1"])
    #expect(try #require(TileID(z: 3, x: 4, y: 4)).neighbors.count == 8)
    #expect(try #require(TileID(z: 0, x: 0, y: 0)).neighbors.isEmpty)
    #expect(try #require(TileID(z: 1, x: 0, y: 0)).neighbors.map(\.description) == ["1/1/0", "1/1/1", "1/0/1"])
    #expect(try #require(TileID(z: 2, x: 0, y: 0)).neighbors.count == 5)
  }

  @Test func rowsFromTheSouthComeBack() throws {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      let tile = randomTile(&random)
      #expect(TileID(z: Int(tile.z), x: Int(tile.x), tmsRow: Int(tile.tmsRow)) == tile, "seed \(seed)")
    }
    #expect(TileID(z: 3, x: 1, tmsRow: 7)?.description == "3/1/0")
    #expect(TileID(z: 3, x: 1, tmsRow: 8) == nil && TileID(z: 3, x: 1, tmsRow: -1) == nil)
    #expect(TileID(z: 32, x: 1, tmsRow: 0) == nil && TileID(z: 2, x: 4, tmsRow: 0) == nil)
  }

  @Test func quadkeysComeBack() throws {
    #expect(try #require(TileID(z: 3, x: 3, y: 5)).quadkey == "213")
    #expect(try #require(TileID(z: 0, x: 0, y: 0)).quadkey.isEmpty)
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let tile = randomTile(&random)
      let key = tile.quadkey
      #expect(key.count == Int(tile.z), "seed \(seed)")
      #expect(TileID(quadkey: key) == tile, "seed \(seed)")
      if let parent = tile.parent { #expect(key.dropLast() == parent.quadkey, "seed \(seed)") }
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
