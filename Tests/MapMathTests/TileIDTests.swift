import MapMath
import TestSupport
import Testing

@Suite struct TileIDTests {
  @Test func hilbertIDsEqualTheSpecification() {
    let ids: [(z: UInt8, x: UInt32, y: UInt32, id: UInt64)] = [
      (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
      (12, 3423, 1763, 19_078_479),
    ]
    for (z, x, y, id) in ids { #expect(TileID(uncheckedZ: z, x: x, y: y).hilbertID == id) }
  }

  /// The slow way: quadrant by quadrant, each turned into the whole curve.
  private func curvePosition(x: Int, y: Int, zoom: Int) -> UInt64 {
    var (x, y, distance): (Int, Int, UInt64) = (x, y, 0)
    for bit in (0..<zoom).reversed() {
      let side = 1 << bit
      let (right, lower) = (x >= side, y >= side)
      let quadrant: UInt64 = right ? (lower ? 2 : 3) : (lower ? 1 : 0)
      distance += quadrant << UInt64(2 * bit)
      (x, y) = (x % side, y % side)
      if quadrant == 0 { (x, y) = (y, x) }
      if quadrant == 3 { (x, y) = (side - 1 - y, side - 1 - x) }
    }
    return distance
  }

  @Test func hilbertIDsEqualTheDefinition() throws {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      for zoom in 0...31 {
        let (x, y) = (Int.random(in: 0..<1 << zoom, using: &random), Int.random(in: 0..<1 << zoom, using: &random))
        let id = TileID.firstHilbertID(zoom: zoom) + curvePosition(x: x, y: y, zoom: zoom)
        let tile = try #require(TileID(z: zoom, x: x, y: y))
        #expect(tile.hilbertID == id && TileID(hilbertID: id) == tile, "seed \(seed), zoom \(zoom)")
      }
    }
  }

  @Test func idsBeyondTheLastZoomAreNoTiles() {
    let end: UInt64 = TileID.firstHilbertID(zoom: 31) + (1 << 62)
    let third = UInt64.max / 3
    let beyond: [UInt64] = [end, end + 1, end + 2, third, third + 1, .max - 1, .max]
    for id in beyond { #expect(TileID(hilbertID: id) == nil) }
    #expect(TileID(hilbertID: end - 1)?.hilbertID == end - 1)
  }

  @Test func hilbertIDsRunThroughNeighbors() throws {
    for zoom in 0...6 {
      var last: TileID?
      for id in TileID.firstHilbertID(zoom: zoom)..<TileID.firstHilbertID(zoom: zoom + 1) {
        let tile = try #require(TileID(hilbertID: id))
        #expect(tile.hilbertID == id && Int(tile.z) == zoom)
        if let last {
          let step = abs(Int(tile.x) - Int(last.x)) + abs(Int(tile.y) - Int(last.y))
          #expect(step == 1 && last < tile, "\(id)")
        }
        last = tile
      }
    }
  }

  @Test func rejectsWhatIsOutsideTheGrid() {
    for (z, x, y) in [(32, 0, 0), (-1, 0, 0), (3, 8, 0), (3, 0, -1)] { #expect(TileID(z: z, x: x, y: y) == nil) }
  }

  @Test func holdsItsWesternAndNorthernEdge() {
    let corner = WorldPoint(x: 1 << 31, y: 1 << 31)
    let west = WorldPoint(x: corner.x - 1, y: corner.y)
    for (point, zoom, tile) in [(corner, 1, "1/1/1"), (west, 1, "1/0/1"), (corner, 0, "0/0/0")] {
      #expect(TileID(containing: point, zoom: zoom).description == tile)
    }
    #expect(TileID(containing: corner, zoom: 1).worldOrigin == (1 << 31, 1 << 31))
  }
}
