import MapMath
import TestSupport
import Testing

@Suite struct TileCoverRectTests {
  @Test func aTileCoversItself() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let z = UInt8.random(in: 0...31, using: &random)
      let end = UInt32((UInt64(1) << UInt64(z)) - 1)
      let tile = TileID(uncheckedZ: z, x: .random(in: 0...end, using: &random), y: .random(in: 0...end, using: &random))
      let cover = TileCover(of: tile.mapRect, zoom: Int(z))
      #expect(Array(cover.tiles) == [tile], "seed \(seed)")
      if let parent = tile.parent, z < 31 {
        #expect(Set(TileCover(of: parent.mapRect, zoom: Int(z)).tiles) == Set(parent.children), "seed \(seed)")
      }
    }
  }

  @Test func pointsAndLinesHaveATile() {
    let middle = MapRect(x: 0x1p27, y: 0x1p27, width: 0, height: 0)
    #expect(TileCover(of: middle, zoom: 1).tiles.map(\.description) == ["1/1/1"])
    let line = MapRect(x: 0x1p27, y: 0, width: 0, height: 0x1p28)
    #expect(TileCover(of: line, zoom: 2).tiles.map(\.description) == ["2/2/0", "2/2/1", "2/2/2", "2/2/3"])
  }

  @Test func nothingIsCoveredByNothing() {
    for rect in [
      MapRect.null, MapRect(x: 0, y: -5, width: 9, height: 5), MapRect(x: 0, y: 0x1p28, width: 9, height: 5),
      MapRect(x: .nan, y: 0, width: 1, height: 1), MapRect(x: 0, y: 0, width: .infinity, height: 1),
      MapRect(x: 1e300, y: 0, width: 1, height: 1),
    ] {
      let cover = TileCover(of: rect, zoom: 5)
      #expect(cover.isEmpty && cover.count == 0 && Array(cover.tiles).isEmpty)
    }
  }

  @Test func theWorldIsEveryTile() {
    let cover = TileCover(of: .world, zoom: 6)
    #expect(cover.count == 4096 && cover.runs.count == 64)
    #expect(TileCover(of: MapRect(x: -7, y: -0x1p40, width: 0x1p40, height: 0x1p41), zoom: 6) == cover)
  }

  /// Corners on a lattice of quarters of tiles, so that many lie on edges; over one or more meridians.
  @Test func equalsBruteForce() {
    for seed in seeds(400) {
      var random = SeededRandom(seed: seed)
      let zoom = Int.random(in: 0...4, using: &random)
      let across = 1 << zoom
      let x = Int.random(in: -8 * across...8 * across, using: &random)
      let y = Int.random(in: -2...4 * across, using: &random)
      let width = Int.random(in: 0...5 * across, using: &random)
      let height = Int.random(in: 0...2 * across + 2, using: &random)
      let quarter = 0x1p26 / Double(across)
      let rect = MapRect(
        x: Double(x) * quarter, y: Double(y) * quarter, width: Double(width) * quarter, height: Double(height) * quarter
      )
      var expected: Set<TileID> = []
      for column in -4 * across..<6 * across {
        for row in 0..<across {
          let isHit =
            meets(4 * column, from: x, length: width) && meets(4 * row, from: y, length: height)
          let wrapped = ((column % across) + across) % across
          if isHit, let tile = TileID(z: zoom, x: wrapped, y: row) { expected.insert(tile) }
        }
      }
      expectCover(TileCover(of: rect, zoom: zoom), equals: expected, seed: seed)
    }
  }

  /// Whether a half open interval, or the point that it is, meets the half open four from `start`.
  private func meets(_ start: Int, from first: Int, length: Int) -> Bool {
    length == 0 ? (start..<start + 4).contains(first) : first < start + 4 && first + length > start
  }
}

/// Expects that a cover holds exactly these tiles, each once, in runs that are in order and apart.
func expectCover(_ cover: TileCover, equals expected: Set<TileID>, seed: UInt64) {
  let tiles = Array(cover.tiles)
  let isCounted = tiles.count == expected.count && cover.count == UInt64(expected.count)
  #expect(isCounted && Set(tiles) == expected && expected.allSatisfy(cover.contains), "seed \(seed)")
  let areApart = zip(cover.runs, cover.runs.dropFirst()).allSatisfy { a, b in
    a.row < b.row || (a.row == b.row && a.columns.upperBound + 1 < b.columns.lowerBound)
  }
  #expect(areApart, "seed \(seed)")
}
