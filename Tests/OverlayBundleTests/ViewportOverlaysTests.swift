import MapMath
import OverlayBundle
import OvertileCore
import OvertileVectorTile
import TestSupport
import Testing

/// The overlays of viewports, against all overlays of all tiles.
@Suite struct ViewportOverlaysTests {
  /// Markers with the ids of their positions, in every tile of zooms 0 to 4, and in the neighbor to the east as well.
  private static let tiles: [TileID: DecodedTile] = {
    var tiles: [TileID: DecodedTile] = [:]
    for zoom in 0...4 {
      for x in 0..<(1 << zoom) {
        for y in 0..<(1 << zoom) {
          guard let tile = TileID(z: zoom, x: x, y: y) else { continue }
          let last = (1 << zoom) - 1
          let id = { (column: Int) in UInt64(zoom << 20 | (column & last) << 10 | y) }
          tiles[tile] = OverlayFixtures.tile(
            "points",
            [
              OverlayFixtures.feature(id(x), OverlayFixtures.point(4090, 2000), [:]),
              OverlayFixtures.feature(id(x - 1), OverlayFixtures.point(-6, 2000), [:]),
            ])
        }
      }
    }
    return tiles
  }()

  private static let reader = OverlayReader(manifest: OverlayFixtures.manifest) { tiles[$0] }

  private static func randomCamera(_ random: inout SeededRandom) -> (Camera, MapViewport) {
    let camera = Camera(
      center: Coordinate(
        latitude: Double.random(in: -80...80, using: &random), longitude: Double.random(in: -200...200, using: &random)),
      zoom512: Double.random(in: -1...6, using: &random), bearing: Double.random(in: 0...360, using: &random),
      pitch: [0, 30, 60].randomElement(using: &random) ?? 0)
    let side = { (random: inout SeededRandom) in Double.random(in: 100...1200, using: &random) }
    return (camera, MapViewport(width: side(&random), height: side(&random)))
  }

  /// Whether a convex outline and a tile share an area, in some copy of the world.
  private static func shares(_ outline: [MapPoint], _ tile: TileID) -> Bool {
    (-6...6).contains { turn in
      let rect = tile.mapRect.offset(dx: Double(turn) * MapPoint.worldSide, dy: 0)
      let sides: [(MapPoint) -> Double] = [
        { $0.x - rect.minX }, { rect.maxX - $0.x }, { $0.y - rect.minY }, { rect.maxY - $0.y },
      ]
      let rest = sides.reduce(outline) { polygon, inside in
        zip(polygon, polygon.dropFirst() + polygon.prefix(1)).flatMap { from, to -> [MapPoint] in
          let (a, b) = (inside(from), inside(to))
          let crossing = MapPoint(x: from.x + (to.x - from.x) * a / (a - b), y: from.y + (to.y - from.y) * a / (a - b))
          return (a >= 0 ? [from] : []) + ((a < 0) != (b < 0) ? [crossing] : [])
        }
      }
      var area = 0.0
      for (a, b) in zip(rest, rest.dropFirst() + rest.prefix(1)) { area += a.x * b.y - b.x * a.y }
      return abs(area) > 1e-3
    }
  }

  @Test func viewportsHoldWhatTheirTilesHoldOnce() async throws {
    for seed in seeds(60) {
      var random = SeededRandom(seed: seed)
      let (camera, viewport) = Self.randomCamera(&random)
      let seen = try await Self.reader.overlays(seenFrom: camera, in: viewport)
      let zoom = min(max(Int(camera.zoom512.rounded(.down)), 0), 4)
      #expect(seen.zoom(ofLayer: "points") == zoom, "seed \(seed)")
      let outline = try camera.visibleOutline(in: viewport)
      var expected: Set<UInt64> = []
      for (tile, content) in Self.tiles where Int(tile.z) == zoom && Self.shares(outline, tile) {
        expected.formUnion(content.layers[0].features.compactMap(\.id))
      }
      let ids = seen.overlays.compactMap(\.id.number)
      let isSorted = seen.overlays.map(\.id) == seen.overlays.map(\.id).sorted()
      #expect(isSorted && ids.count == Set(ids).count && Set(ids) == expected, "seed \(seed)")
    }
  }

  @Test func changesLeadFromOneViewportToTheNext() async throws {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      var drawn: [OverlayID: Overlay] = [:]
      var previous: ViewportOverlays?
      for _ in 0..<6 {
        let (camera, viewport) = Self.randomCamera(&random)
        let seen = try await Self.reader.overlays(seenFrom: camera, in: viewport)
        let changes = seen.changes(from: previous)
        let areRemoved = changes.removed.filter { drawn.removeValue(forKey: $0.id) == nil }.isEmpty
        let areNew = changes.inserted.filter { drawn.updateValue($0, forKey: $0.id) != nil }.isEmpty
        let areOther = changes.updated.filter {
          let old = drawn.updateValue($0, forKey: $0.id)
          return old == nil || old == $0
        }.isEmpty
        #expect(areRemoved && areNew && areOther, "seed \(seed)")
        let isSame = drawn == Dictionary(uniqueKeysWithValues: seen.overlays.map { ($0.id, $0) })
        #expect(isSame && seen.changes(from: seen).isEmpty, "seed \(seed)")
        previous = seen
      }
    }
  }

  @Test func layersKeepToTheirZooms() throws {
    for (zoom, shares) in [
      (-3, ["0 plainCircles,points,shapes"]), (1.99, ["1 plainCircles,points,shapes"]),
      (2, ["2 circles,plainCircles,points,shapes"]), (5.5, ["4 points", "5 circles,plainCircles,shapes"]),
      (19.2, ["4 points", "6 circles,plainCircles", "8 shapes"]),
    ] {
      let camera = Camera(center: Coordinate(latitude: 0, longitude: 0), zoom512: zoom)
      let viewport = MapViewport(width: 400, height: 400)
      let plan = try ViewportPlan(camera, viewport, layers: OverlayFixtures.manifest.layers)
      #expect(plan.shares.map { "\($0.zoom) \($0.layers.sorted().joined(separator: ","))" } == shares)
    }
  }

  /// Towards the horizon a lower zoom is used, and never more tiles than the limit.
  @Test func pitchedViewsStayWithinTheLimit() throws {
    var layer = BundleManifest.Layer(id: "a", kind: "shape", minzoom: 0, maxzoom: 16)
    let camera = Camera(center: Coordinate(latitude: 20, longitude: 20), zoom512: 14, bearing: 33, pitch: 80)
    let plan = try ViewportPlan(camera, MapViewport(width: 1200, height: 900), layers: [layer])
    let share = try #require(plan.shares.first)
    #expect(share.zoom < 14 && share.tiles.count <= ViewportPlan.tileLimit && share.tiles.count > 1)
    layer.minzoom = 14
    #expect(throws: CameraError.self) {
      try ViewportPlan(camera, MapViewport(width: 1200, height: 900), layers: [layer])
    }
  }

  @Test func wrongCamerasAreErrors() async {
    for (zoom, width, error) in [(Double.nan, 100.0, CameraError.invalidCamera), (1, 0, .invalidViewport)] {
      let camera = Camera(center: Coordinate(latitude: 0, longitude: 0), zoom512: zoom)
      await #expect(throws: error) {
        try await Self.reader.overlays(seenFrom: camera, in: MapViewport(width: width, height: 100))
      }
    }
  }

  /// The tiles that the watcher reports change whenever those of a plan do.
  @Test func viewportTrackerSeesEveryChangeOfPlans() throws {
    for seed in seeds(20) {
      var random = SeededRandom(seed: seed)
      var watcher = ViewportTracker(options: OverlayFixtures.manifest.viewportTiles, minimumIntervalSeconds: 0)
      var last: ViewportPlan?
      for step in 0..<10 {
        let (camera, viewport) = Self.randomCamera(&random)
        let change = try watcher.update(camera, in: viewport, phase: .settled, atSeconds: Double(step))
        let plan = try ViewportPlan(camera, viewport, layers: OverlayFixtures.manifest.layers)
        if let last, last != plan { #expect(change != nil, "seed \(seed)") }
        last = plan
      }
    }
  }
}
