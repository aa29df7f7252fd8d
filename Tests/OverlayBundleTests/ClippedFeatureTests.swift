import Foundation
import MapMath
import OverlayBundle
import OvertileShapes
import TestSupport
import Testing

/// Clipped features meet without overlaps and gaps, and their outlines are those of the whole.
@Suite struct ClippedFeatureTests {
  /// The clipped features of a shape at a zoom.
  private func clippedFeatures(_ shape: WorldGeometry, zoom: Int, buffer: Int = 64) throws -> [ClippedFeature] {
    let cut = TileCut(zoom: zoom, extent: 4096, buffer: buffer)
    var clippedFeatures: [ClippedFeature] = []
    try GeometryEngine().tiles(of: shape, cut) { tile, geometry in
      clippedFeatures.append(ClippedFeature(tile: tile, extent: 4096, buffer: buffer, geometry: geometry))
    }
    return clippedFeatures
  }

  /// A polygon around a middle whose corners have random distances.
  private func star(_ random: inout SeededRandom, x: Double, y: Double, reach: Double) -> WorldGeometry {
    var shape = WorldGeometry(kind: .polygons)
    for step in 0..<24 {
      let angle = Double(step) / 12 * .pi
      let distance = Double.random(in: 0.2...1, using: &random) * reach
      shape.append(x: (x + cos(angle) * distance).rounded(), y: (y + sin(angle) * distance).rounded())
    }
    shape.append(x: shape.x[0], y: shape.y[0])
    shape.endRing()
    shape.endPolygon()
    return shape
  }

  private func area(_ ring: [MapPoint]) -> Double {
    var sum = 0.0
    for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) { sum += (a.x * b.y - b.x * a.y) / 2 }
    return sum
  }

  private func length(_ line: [MapPoint]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { sum, edge in
      let (dx, dy) = (edge.1.x - edge.0.x, edge.1.y - edge.0.y)
      return sum + (dx * dx + dy * dy).squareRoot()
    }
  }

  @Test func clippedPartsOfAStarAddUpToIt() throws {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      let (zoom, reach) = (5, 0x1p28)
      let middle = 0x1p31 + Double.random(in: -0x1p30...0x1p30, using: &random)
      let shape = star(&random, x: middle, y: 0x1p31 + 12345, reach: reach)
      let clippedFeatures = try self.clippedFeatures(shape, zoom: zoom, buffer: seed.isMultiple(of: 4) ? 0 : 64)
      #expect(clippedFeatures.count > 4, "seed \(seed)")
      let scale = MapPoint.worldSide / WorldGrid.side
      let whole = zip(shape.x, shape.y).map { MapPoint(x: $0 * scale, y: $1 * scale) }
      let unit = MapPoint.worldSide / Double(4096 << zoom)
      let drawn = clippedFeatures.flatMap(\.polygons).reduce(0) { sum, polygon in
        sum + polygon.rings.reduce(0) { $0 + area($1) }
      }
      // Rounding moves each edge by less than a unit.
      #expect(abs(drawn - area(whole.dropLast())) <= length(whole) * unit, "seed \(seed)")
      let stroked = clippedFeatures.flatMap(\.outline).reduce(0) { $0 + length($1) }
      #expect(abs(stroked - length(whole)) <= 4 * unit * Double(clippedFeatures.count + 24), "seed \(seed)")
      let areInside = clippedFeatures.allSatisfy { feature in
        feature.polygons.allSatisfy { $0.exterior.allSatisfy { feature.tile.mapRect.contains($0) } }
      }
      #expect(areInside, "seed \(seed)")
    }
  }

  /// A square whose edges run along the borders of tiles is stroked once.
  @Test func edgesAlongTileBordersAreDrawnOnce() throws {
    var shape = WorldGeometry(kind: .polygons)
    let side = 0x1p28
    for (x, y) in [(4.0, 4.0), (6, 4), (6, 6), (4, 6), (4, 4)] { shape.append(x: x * side, y: y * side) }
    shape.endRing()
    shape.endPolygon()
    let clippedFeatures = try self.clippedFeatures(shape, zoom: 4)
    let stroked = clippedFeatures.flatMap(\.outline).reduce(0) { $0 + length($1) }
    let unit = MapPoint.worldSide / 16
    let filled = clippedFeatures.flatMap(\.polygons).reduce(0) { $0 + area($1.exterior) }
    #expect(stroked == 8 * unit && filled == 4 * unit * unit)
  }

  /// The cuts at the antimeridian and around a pole are no outline.
  @Test func theEdgeOfTheMapIsNotStroked() throws {
    var shape = WorldGeometry(kind: .polygons)
    let side = WorldGrid.side
    for (x, y) in [(0, 0.5 * side), (side, 0.5 * side), (side, side), (0, side), (0, 0.5 * side)] {
      shape.append(x: x, y: y)
    }
    shape.endRing()
    shape.endPolygon()
    let outline = try clippedFeatures(shape, zoom: 2).flatMap(\.outline)
    let stroked = outline.reduce(0) { $0 + length($1) }
    let isEquator = outline.joined().allSatisfy { $0.y == MapPoint.worldSide / 2 }
    #expect(stroked == MapPoint.worldSide && isEquator)
  }

  @Test func linesMeetAtBorders() throws {
    var line = WorldGeometry(kind: .lines)
    for (x, y) in [(0x1p30, 0x1p30), (0x1p31 + 1000, 0x1p31), (0x1p31, 0x1p31 + 0x1p29)] { line.append(x: x, y: y) }
    line.endRing()
    let clippedFeatures = try self.clippedFeatures(line, zoom: 5)
    let drawn = clippedFeatures.flatMap(\.lines).reduce(0) { $0 + length($1) }
    let scale = MapPoint.worldSide / WorldGrid.side
    let whole = length(zip(line.x, line.y).map { MapPoint(x: $0 * scale, y: $1 * scale) })
    let unit = MapPoint.worldSide / Double(4096 << 5)
    #expect(abs(drawn - whole) < 4 * unit)
  }

  @Test func aRingInsideItsTileIsOneClosedLine() throws {
    let geometry = OverlayFixtures.geometry(
      .polygons, [[(10, 10), (100, 10), (100, 100), (10, 100)], [(20, 20), (20, 30), (30, 30)]])
    let clippedFeature = ClippedFeature(
      tile: TileID(uncheckedZ: 3, x: 2, y: 2), extent: 4096, buffer: 64, geometry: geometry)
    let areClosed = clippedFeature.outline.allSatisfy { $0.first == $0.last }
    #expect(clippedFeature.outline.map(\.count) == [5, 4] && areClosed)
    #expect(clippedFeature.polygons.map(\.holes.count) == [1])
    #expect(clippedFeature.lines.isEmpty && clippedFeature.points.isEmpty)
  }

  /// The rectangle around clipped features on both sides of the antimeridian is the narrow one.
  @Test func boundsCrossTheMeridian() async throws {
    let geometry = OverlayFixtures.geometry(.polygons, [[(0, 0), (4096, 0), (4096, 4096), (0, 4096)]])
    let content = OverlayFixtures.tile("shapes", [OverlayFixtures.feature(1, geometry, [:])])
    let ends = Set([TileID(uncheckedZ: 3, x: 0, y: 3), TileID(uncheckedZ: 3, x: 7, y: 3)])
    let reader = OverlayReader(manifest: OverlayFixtures.manifest) { ends.contains($0) ? content : nil }
    let camera = Camera(center: Coordinate(latitude: 10, longitude: 180), zoom512: 3)
    let seen = try await reader.overlays(seenFrom: camera, in: MapViewport(width: 600, height: 600))
    let rects = seen.overlays.map(\.boundingMapRect)
    #expect(rects.map(\.minX) == [MapPoint.worldSide * 7 / 8] && rects.map(\.width) == [MapPoint.worldSide / 4])
  }
}
