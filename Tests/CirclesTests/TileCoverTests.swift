import MapMath
import OvertileCircles
import OvertileCore
import TestSupport
import Testing

@Suite struct TileCoverTests {
  /// The tiles to test of a zoom: all, or those in and around the box of the cover.
  static func candidates(_ cover: TileCover, margin: Int) -> [TileID] {
    let across = 1 << cover.zoom
    var tiles = Set<TileID>()
    let rows = cover.runs.map { Int($0.row) }
    if across <= 16 {
      return (0..<across).flatMap { y in (0..<across).compactMap { TileID(z: cover.zoom, x: $0, y: y) } }
    }
    guard let first = rows.min(), let last = rows.max() else { return [] }
    for run in cover.runs {
      for y in max(first - margin, Int(run.row) - margin)...min(last + margin, Int(run.row) + margin) {
        for x in (Int(run.columns.lowerBound) - margin)...(Int(run.columns.upperBound) + margin) {
          if let tile = TileID(z: cover.zoom, x: (x + across) % across, y: y) { tiles.insert(tile) }
        }
      }
    }
    return tiles.sorted()
  }

  @Test func geodesicCoverEqualsBruteForce() throws {
    for seed in seeds(1) {
      var random = SeededRandom(seed: seed)
      var rectangles = CircleOracle.Rectangles()
      var expected: [(circle: Circle, tile: TileID, isCovered: Bool)] = []
      for i in 0..<36 {
        let isLarge = i % 2 == 0
        let circle = try randomCircle(
          &random, model: .geodesic, maximumRadius: isLarge ? Circle.maximumMeters : 300_000)
        // Large circles on the whole grid of a low zoom; small ones where they are a few tiles wide.
        var zoom = isLarge ? [2, 3, 4][i / 2 % 3] : 0
        if !isLarge {
          while zoom < 24, circle.radiusPixels(zoom: zoom, tileSize: 1) < 2.5 { zoom += 1 }
        }
        let cover = circle.tiles(atZoom: zoom)
        try checkOrder(cover)
        for tile in Self.candidates(cover, margin: 2) {
          rectangles.add(circle.center, tile)
          expected.append((circle, tile, cover.contains(tile)))
        }
      }
      let nearest = try CircleOracle.nearest(rectangles)
      var uncertain = 0
      for (meters, given) in zip(nearest, expected) {
        let excess = meters - given.circle.radius
        if abs(excess) < 1e-6 { uncertain += 1 }
        #expect(abs(excess) < 1e-6 || (excess < 0) == given.isCovered, "seed \(seed) \(given.tile) \(given.circle)")
      }
      #expect(uncertain == 0, "seed \(seed)")
      #expect(expected.filter(\.isCovered).count > 500 && expected.filter { !$0.isCovered }.count > 500)
    }
  }

  private func run(_ row: UInt32, _ columns: ClosedRange<UInt32>) -> TileCover.Run {
    TileCover.Run(row: row, columns: columns)
  }

  private func checkOrder(_ cover: TileCover) throws {
    // Runs of a row do not touch, so that covers with equal tiles are equal.
    let areApart = zip(cover.runs, cover.runs.dropFirst()).allSatisfy { last, run in
      (last.row, last.columns.upperBound + 1) < (run.row, run.columns.lowerBound)
    }
    let tiles = cover.tiles.count { Int($0.z) == cover.zoom && cover.contains($0) }
    #expect(areApart && UInt64(tiles) == cover.count)
  }

  @Test func planeCoverEqualsBruteForce() throws {
    for seed in seeds(150) {
      var random = SeededRandom(seed: seed)
      let isPixels = seed % 2 == 0
      let circle = try randomCircle(
        &random, model: isPixels ? .pixels : .mapkit, maximumRadius: isPixels ? 3000 : 6e6, tileSize: 256)
      let scale = Double.random(in: 0.8...1.2, using: &random)
      for zoom in 0...5 {
        let cover = circle.tiles(atZoom: zoom, scale: scale)
        try checkOrder(cover)
        let candidates = Self.candidates(cover, margin: 2)
        let wrong = candidates.filter { touches(circle, scale, $0) != cover.contains($0) }
        #expect(wrong == [], "seed \(seed)")
      }
    }
  }

  /// Whether the disc, in any of its repetitions around the world, touches a half-open tile.
  private func touches(_ circle: Circle, _ scale: Double, _ tile: TileID) -> Bool {
    let zoom = Int(tile.z)
    let radius = circle.radiusMapPoints(zoom: zoom) * 16 * scale
    var latitude = circle.center.latitude
    if circle.model == .mapkit { latitude = min(max(latitude, -85), 85) }
    latitude = min(max(latitude, -Mercator.maximumLatitude), Mercator.maximumLatitude)
    let centerY = Mercator.y(latitude: latitude) * WorldGrid.side
    let side = WorldGrid.side / Double(1 << zoom)
    let (west, north) = (Double(tile.x) * side, Double(tile.y) * side)
    return (-3...3).contains { turn in
      let centerX = (Mercator.x(longitude: circle.center.longitude) + Double(turn)) * WorldGrid.side
      let dx = max(west - centerX, 0, centerX - west - side)
      let dy = max(north - centerY, 0, centerY - north - side)
      let isOutside = centerX >= west + side || centerY >= north + side
      let distance = (dx * dx + dy * dy).squareRoot()
      return isOutside ? distance < radius : distance <= radius
    }
  }

  @Test func edgesAreHalfOpen() throws {
    // Radius one tile around the middle of 4 x 4 tiles: the eastern and the southern tip touch one tile each.
    let circle = try Circle(
      center: Coordinate(latitude: 0, longitude: 0), radius: 256, model: .pixels, tileSize: 256)
    let cover = circle.tiles(atZoom: 2)
    #expect(cover.runs == [run(1, 1...2), run(2, 1...3), run(3, 2...2)] && cover.count == 6)
    // If it is slightly smaller, only the four around the middle are left.
    #expect(circle.tiles(atZoom: 2, scale: 0.999_999).count == 4)
  }

  @Test func wrapsWithoutListingATileTwice() throws {
    let circle = try Circle(center: Coordinate(latitude: 0, longitude: 180), radius: 500_000, model: .geodesic)
    #expect(circle.tiles(atZoom: 3).runs == [3, 4].flatMap { [run($0, 0...0), run($0, 7...7)] })
    let pole = try Circle(center: Coordinate(latitude: 90, longitude: 33), radius: 1_000_000, model: .geodesic)
    #expect(pole.tiles(atZoom: 3).runs == [run(0, 0...7)])
    for scale in [0, -1, Double.nan] { #expect(pole.tiles(atZoom: 1, scale: scale).runs.isEmpty) }
    let beyond = try Circle(center: Coordinate(latitude: 89, longitude: 33), radius: 1000, model: .geodesic)
    #expect(beyond.tiles(atZoom: 8).runs.isEmpty)
    for model in CircleModel.allCases {
      let here = try Circle(center: Coordinate(latitude: 48, longitude: 11), radius: 100, model: model)
      let isDeep = here.tiles(atZoom: 31).contains(TileID(containing: WorldPoint(here.center), zoom: 31))
      #expect(isDeep && here.tiles(atZoom: 0).runs == [run(0, 0...0)])
    }
  }

  @Test func millionsOfTilesAreRuns() throws {
    let circle = try Circle(center: Coordinate(latitude: 48, longitude: 11), radius: 500_000, model: .mapkit)
    let cover = circle.tiles(atZoom: 16)
    // The disc's area in tiles, and about half its perimeter's worth more.
    let radius = circle.radiusPixels(zoom: 16, tileSize: 1)
    let area = Double.pi * radius * radius
    #expect(Double(cover.count) > area && Double(cover.count) < area + 5 * radius)
    #expect(cover.runs.count < 3000)
  }
}
