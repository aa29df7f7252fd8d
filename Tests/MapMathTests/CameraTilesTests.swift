import TestSupport
import Testing

@testable import MapMath

@Suite struct CameraTilesTests {
  /// Whether a convex outline (in tiles) and a square tile share an area, by separating axes.
  private func overlap(_ outline: [(x: Double, y: Double)], column: Int, row: Int) -> Bool {
    let tile = [(0, 0), (1, 0), (1, 1), (0, 1)].map { (x: Double(column + $0.0), y: Double(row + $0.1)) }
    var axes: [(x: Double, y: Double)] = [(1, 0), (0, 1)]
    for (index, a) in outline.enumerated() {
      let b = outline[(index + 1) % outline.count]
      axes.append((a.y - b.y, b.x - a.x))
    }
    return axes.allSatisfy { axis in
      let p = outline.map { $0.x * axis.x + $0.y * axis.y }
      let q = tile.map { $0.x * axis.x + $0.y * axis.y }
      return p.min()! < q.max()! && q.min()! < p.max()!
    }
  }

  @Test("The cover of a turned and tilted viewport is that of brute force, over the antimeridian too")
  func bruteForce() throws {
    for seed in seeds(60) {
      var random = SeededRandom(seed: seed)
      var tilted = random.camera(zooms: 1...3.999)
      if seed % 2 == 0 { tilted.center.longitude = random.number(175...185) }
      let viewport = MapViewport(width: random.number(100...600), height: random.number(100...600))
      var options = TileCover.Options(tileSize: 512)
      options.zooms = 0...5
      let zoom = options.zoom(for: tilted)
      let side = 1 << zoom
      let outline = try tilted.visibleOutline(in: viewport).map {
        (x: $0.x / MapPoint.worldSide * Double(side), y: $0.y / MapPoint.worldSide * Double(side))
      }
      var expected: Set<TileID> = []
      for row in 0..<side {
        for column in -4 * side..<5 * side where overlap(outline, column: column, row: row) {
          let wrapped = (column % side + side) % side
          expected.insert(TileID(uncheckedZ: UInt8(zoom), x: UInt32(wrapped), y: UInt32(row)))
        }
      }
      let tiles = Array(try tilted.visibleTiles(in: viewport, options: options).tiles)
      #expect(Set(tiles) == expected && tiles.count == expected.count, "seed \(seed)")
    }
  }

  @Test("The tile under any screen position is covered, and every covered tile shows up on the screen")
  func sampled() throws {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let tilted = random.camera(zooms: 4...16)
      let viewport = random.viewport()
      let cover = try tilted.visibleTiles(in: viewport, options: TileCover.Options(tileSize: 256))
      let projection = try CameraProjection(tilted, in: viewport)
      for _ in 0..<200 {
        let position = ScreenPoint(
          x: random.number(0.01...viewport.width - 0.01), y: random.number(0.01...viewport.height - 0.01))
        let seen = try projection.coordinate(at: position)
        guard abs(seen.latitude) < 85 else { continue }
        #expect(cover.contains(TileID(containing: WorldPoint(seen), zoom: cover.zoom)), "seed \(seed)")
      }
    }
  }

  @Test("Edges that only touch do not count; the zoom is clamped and rounded as asked")
  func edges() throws {
    let viewport = MapViewport(width: 512, height: 512)
    var options = TileCover.Options(tileSize: 256)
    let upright = camera(place(0, 0), 1)
    #expect(
      Array(try upright.visibleTiles(in: viewport, options: options).tiles).map(\.description) == [
        "2/1/1", "2/2/1", "2/1/2", "2/2/2",
      ])
    #expect(options.zoom(for: camera(nullIsland, 3.7)) == 4)
    options.rounding = .toNearestOrAwayFromZero
    #expect(options.zoom(for: camera(nullIsland, 3.5)) == 5)
    options.zooms = 6...7
    #expect(options.zoom(for: camera(nullIsland, 3.7)) == 6 && options.zoom(for: camera(nullIsland, 30)) == 7)
  }

  @Test("The trapezoid is cut at the horizon; sky alone shows no tiles; too many tiles are refused")
  func horizon() throws {
    let viewport = MapViewport(width: 400, height: 400)
    let tilted = camera(place(10, 10), 6, pitch: 80)
    let projection = try CameraProjection(tilted, in: viewport)
    let outline = try tilted.visibleOutline(in: viewport)
    let top = try projection.screenPoint(of: outline[0])
    #expect(close(top.y, try #require(projection.horizonY) + 1, 1e-6) && close(top.x, 0, 1e-6))
    var sky = tilted
    sky.padding = ScreenPadding(top: 2000, left: 0, bottom: 0, right: 0)
    #expect(try sky.visibleOutline(in: viewport).isEmpty)
    #expect(try sky.visibleTiles(in: viewport, options: TileCover.Options(tileSize: 512)).isEmpty)
    var options = TileCover.Options(tileSize: 512)
    options.limit = 20
    for zooms in [options.zooms, 31...31] {
      options.zooms = zooms
      #expect(throws: CameraError.tooManyTiles(limit: 20)) { try tilted.visibleTiles(in: viewport, options: options) }
    }
  }

  @Test("However far out, every tile is covered")
  func farOut() throws {
    for zoom in [-3.0, -10, -60] {
      for pitch in [0.0, 75] {
        let far = camera(nullIsland, zoom, bearing: 33, pitch: pitch)
        var options = TileCover.Options(tileSize: 512)
        options.zooms = 2...4
        #expect(try far.visibleTiles(in: MapViewport(width: 800, height: 800), options: options).count == 16)
      }
    }
  }
}
