import MapMath
import TestSupport
import Testing

@testable import OvertileShapes

@Suite struct TileCuttingTests {
  private let engine: GeometryEngine

  init() throws { engine = try GeometryEngine() }

  private static func visits(
    _ shape: WorldGeometry, _ cut: TileCut, _ engine: GeometryEngine
  ) throws -> [(tile: TileID, geometry: TileGeometry)] {
    var visits: [(tile: TileID, geometry: TileGeometry)] = []
    try engine.tiles(of: shape, cut) { visits.append(($0, $1)) }
    return visits
  }

  @Test func everyPolygonIsValidAndWoundInItsTile() throws {
    var questions: [ShapesOracle.Question] = []
    for seed in seeds(60) {
      var random = SeededRandom(seed: seed)
      let shape = try engine.makeValid(ShapeFixtures.anyValid(&random)).geometry
      for (zoom, extent, buffer) in [(0, 4096, 64), (2, 256, 8), (3, 64, 0), (4, 16, 2)] {
        let cut = TileCut(zoom: zoom, extent: extent, buffer: buffer)
        let visits = try Self.visits(shape, cut, engine)
        #expect(Set(visits.map(\.tile)).count == visits.count, "seed \(seed): a tile is visited twice")
        for visit in visits {
          let flaw = try visit.geometry.flaw(engine, extent: extent, buffer: buffer)
          #expect(flaw == nil, "seed \(seed), \(visit.tile), extent \(extent)")
          questions.append(.init(ask: "valid", a: visit.geometry.worldPolygons.nestedArrays))
        }
      }
    }
    let valid = try ShapesOracle.answers(questions)
    #expect(valid.count > 1000 && valid.allSatisfy { $0 == 1 })
  }

  @Test func areasOfTilesSumToTheWhole() throws {
    for seed in seeds(40) {
      var random = SeededRandom(seed: seed)
      let shape = try engine.makeValid(ShapeFixtures.anyValid(&random)).geometry
      let cut = TileCut(zoom: 4, extent: 4096, buffer: 0)
      let unit = cut.tileSide / 4096
      let sum = try Self.visits(shape, cut, engine).reduce(0) { $0 + $1.geometry.area * unit * unit }
      // Rounding moves an outline by at most 0.71 units.
      #expect(abs(sum - shape.area) <= 0.71 * unit * shape.length, "seed \(seed)")
    }
  }

  @Test func pointsAreInTheTileExactlyWhenTheyAreInTheShape() throws {
    for seed in seeds(40) {
      var random = SeededRandom(seed: seed)
      let shape = try engine.makeValid(ShapeFixtures.anyValid(&random)).geometry
      let cut = TileCut(zoom: 3, extent: 4096, buffer: 64)
      for (tile, geometry) in try Self.visits(shape, cut, engine) {
        let inTile = geometry.worldPolygons
        for _ in 0..<25 {
          let x = Double.random(in: -64...4160, using: &random)
          let y = Double.random(in: -64...4160, using: &random)
          // If the result is the same a little around the point, rounding cannot change it.
          let unit = cut.tileSide / 4096
          let expected = [(0.0, 0.0), (-1.5, 0), (1.5, 0), (0, -1.5), (0, 1.5)].map { dx, dy in
            shape.holds((Double(tile.x) * 4096 + x + dx) * unit, (Double(tile.y) * 4096 + y + dy) * unit)
          }
          guard Set(expected).count == 1, abs(x) < 4158, abs(y) < 4158, x > -62, y > -62 else { continue }
          #expect(inTile.holds(x, y) == expected[0], "seed \(seed), \(tile), \(x) \(y)")
        }
      }
    }
  }

  @Test func tileSetEqualsBruteForce() throws {
    for seed in seeds(40) {
      var random = SeededRandom(seed: seed)
      let shape = try engine.makeValid(ShapeFixtures.anyValid(&random)).geometry
      let cut = TileCut(zoom: 4, extent: 4096, buffer: Int.random(in: 0...512, using: &random))
      let visited = Set(try Self.visits(shape, cut, engine).map(\.tile))
      for row in 0..<16 {
        for column in 0..<16 {
          // The independent way to the clipped area: four half planes, one after the other.
          var remaining = ClipGeometry(shape)
          for axis in [HalfPlane.Axis.x, .y] {
            let index = axis == .x ? column : row
            remaining = HalfPlane(axis: axis, bound: cut.bufferedStart(index), keepsBelow: false).clip(remaining)
            remaining = HalfPlane(axis: axis, bound: cut.bufferedEnd(index), keepsBelow: true).clip(remaining)
          }
          let unit = cut.tileSide / 4096
          let clipped = remaining.geometry()
          let area = clipped.area / (unit * unit)
          let isVisited = visited.contains(cut.tile(column: column, row: row))
          // More area than rounding can remove from an outline of this length is never left out.
          #expect(isVisited ? area > 0 : area <= 0.71 * clipped.length / unit, "seed \(seed), \(column) \(row)")
        }
      }
    }
  }

  @Test func aLargeSquareFillsTheTilesInsideIt() throws {
    let side = WorldGrid.side
    let shape = ShapeFixtures.polygons([[ShapeFixtures.rectangle(side * 0.1, side * 0.1, side * 0.9, side * 0.9)]])
    let cut = TileCut(zoom: 6)
    let visits = try Self.visits(shape, cut, engine)
    #expect(visits.count == 52 * 52)
    for (x, y, start) in [(30, 31, -64), (6, 6, 1638)] as [(Int, Int, Int32)] {
      let geometry = try #require(visits.first { $0.tile == TileID(z: 6, x: x, y: y) }).geometry
      #expect(geometry.x == [start, 4160, 4160, start] && geometry.y == [start, start, 4160, 4160])
    }
  }

  /// Shapes made of squares of half a tile: their outlines run along tile edges and touch themselves in corners.
  @Test func outlinesOnTileEdgesAreCutExactly() throws {
    for seed in seeds(30) {
      var random = SeededRandom(seed: seed)
      let cut = TileCut(zoom: 3, extent: 64, buffer: seed % 2 == 0 ? 0 : 32)
      let half = cut.tileSide / 2
      let isFilled = (0..<256).map { _ in Bool.random(using: &random) }
      let squares = isFilled.indices.filter { isFilled[$0] }.map { index in
        let (x, y) = (Double(index % 16) * half, Double(index / 16) * half)
        return ShapeFixtures.polygons([[ShapeFixtures.rectangle(x, y, x + half, y + half)]])
      }
      let visits = try Self.visits(engine.union(of: squares), cut, engine)
      var seen = 0
      for (tile, geometry) in visits {
        #expect(try geometry.flaw(engine, extent: 64, buffer: cut.buffer) == nil, "seed \(seed), \(tile)")
        let shape = geometry.worldPolygons
        var squaresHere = 0
        for row in (cut.buffer == 0 ? 0...1 : -1...2) {
          for column in (cut.buffer == 0 ? 0...1 : -1...2) {
            let (x, y) = ((Int(tile.x) * 2 + column + 16) % 16, Int(tile.y) * 2 + row)
            let expected = (0..<16).contains(y) && isFilled[y * 16 + x]
            #expect(shape.holds(Double(column) * 32 + 16, Double(row) * 32 + 16) == expected, "seed \(seed), \(tile)")
            squaresHere += expected ? 1 : 0
          }
        }
        #expect(shape.area == Double(squaresHere * 32 * 32), "seed \(seed), \(tile)")
        seen += squaresHere
      }
      if cut.buffer == 0 { #expect(seen == squares.count, "seed \(seed)") }
    }
  }

  @Test func whatLiesOnAnEdgeBelongsToOneTile() throws {
    let cut = TileCut(zoom: 1, extent: 4096, buffer: 0)
    let half = WorldGrid.side / 2
    let meridian = ShapeFixtures.lines([[(half, 10_000_000), (half, 90_000_000)]])
    #expect(try Self.visits(meridian, cut, engine).map(\.tile) == [TileID(z: 1, x: 1, y: 0)])
    let southernEdge = ShapeFixtures.lines([[(10_000_000, WorldGrid.side), (90_000_000, WorldGrid.side)]])
    let bottom = try Self.visits(southernEdge, cut, engine)
    #expect(bottom.map(\.tile) == [TileID(z: 1, x: 0, y: 1)] && bottom[0].geometry.y == [4096, 4096])
    let point = ShapeFixtures.points([(half, half)])
    #expect(try Self.visits(point, cut, engine).map(\.tile) == [TileID(z: 1, x: 1, y: 1)])
  }

  @Test func pointsAppearInTheBuffersOfNeighbors() throws {
    var points = WorldGeometry(kind: .points)
    let tile = WorldGrid.side / 8
    points.append(x: 8, y: tile * 2.5)
    points.append(x: tile * 3 - 8, y: tile * 5 + 8)
    points.endRing()
    let cut = TileCut(zoom: 3)
    let visits = try Self.visits(points, cut, engine)
    let columnsAndRows = Set(visits.map { [Int($0.tile.x), Int($0.tile.y)] })
    #expect(columnsAndRows == [[0, 2], [7, 2], [2, 4], [2, 5], [3, 4], [3, 5]])
    let acrossTheMeridian = try #require(visits.first { $0.tile == TileID(z: 3, x: 7, y: 2) })
    #expect(acrossTheMeridian.geometry.x == [4096] && acrossTheMeridian.geometry.y == [2048])
  }

  @Test func halvesCutAtTheMeridianJoinInTheBuffers() throws {
    let side = WorldGrid.side
    let shape = ShapeFixtures.polygons([
      [ShapeFixtures.rectangle(0, side / 3, side / 100, side / 2.9)],
      [ShapeFixtures.rectangle(side - side / 100, side / 3, side, side / 2.9)],
    ])
    for zoom in 0...3 {
      let cut = TileCut(zoom: zoom)
      for (tile, geometry) in try Self.visits(shape, cut, engine) {
        #expect(try geometry.flaw(engine, extent: 4096, buffer: 64) == nil)
        let reachesOver = tile.x == 0 ? geometry.x.min() == -64 : geometry.x.max() == 4160
        #expect(zoom == 0 || reachesOver && geometry.partEnds.count == 1, "\(tile): no seam")
      }
    }
  }

  @Test func linesKeepTheirLengthAndDirection() throws {
    for seed in seeds(40) {
      var random = SeededRandom(seed: seed)
      let walk = (0..<30).map { _ in
        (
          x: Double(UInt32.random(in: 0 ... .max, using: &random)),
          y: Double(UInt32.random(in: 0 ... .max, using: &random))
        )
      }
      let shape = ShapeFixtures.lines([walk])
      let cut = TileCut(zoom: 3, extent: 65_536, buffer: 0)
      let unit = cut.tileSide / 65_536
      var (length, shiftX, shiftY, parts) = (0.0, 0.0, 0.0, 0)
      for (_, geometry) in try Self.visits(shape, cut, engine) {
        #expect(try geometry.flaw(engine, extent: 65_536, buffer: 0) == nil, "seed \(seed)")
        for part in geometry.partEnds.indices {
          let positions = geometry.positions(ofPart: part)
          parts += 1
          for (a, b) in zip(positions, positions.dropFirst()) {
            let (dx, dy) = (Double(geometry.x[b] - geometry.x[a]), Double(geometry.y[b] - geometry.y[a]))
            length += (dx * dx + dy * dy).squareRoot() * unit
            (shiftX, shiftY) = (shiftX + dx * unit, shiftY + dy * unit)
          }
        }
      }
      let tolerance = 2 * unit * Double(parts + 30)
      let differences = [
        length - shape.length, shiftX - (walk[29].x - walk[0].x), shiftY - (walk[29].y - walk[0].y),
      ]
      #expect(differences.allSatisfy { abs($0) < tolerance }, "seed \(seed)")
    }
  }

  @Test func theResultDoesNotDependOnRingStartsOrWinding() throws {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let ring = ShapeFixtures.star(&random, x: 2e9, y: 2e9, radius: 3e8, count: 30)
      let turned = Array(ring[11...] + ring[..<11])
      let cut = TileCut(zoom: 5)
      let shapes = [ring, turned, ring.reversed(), turned.reversed()].map { ShapeFixtures.polygons([[$0]]) }
      let results = try shapes.map { shape in
        Dictionary(uniqueKeysWithValues: try Self.visits(shape, cut, engine).map { ($0.tile, $0.geometry) })
      }
      for result in results { #expect(result == results[0], "seed \(seed)") }
    }
  }
}
