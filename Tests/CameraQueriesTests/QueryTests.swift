import MapMath
import TestSupport
import Testing

@testable import OvertileCameraQueries

@Suite struct QueryTests {
  @Test("The table of rotated views: a region's span gives back the zoom that made it")
  func rotatedViews() throws {
    // Width, height, status bar, bearing, longitude delta, level for 128-point tiles.
    let rows: [(Double, Double, Double, Double, Double, Double)] = [
      (320, 568, 20, 0, 0.2197265625, 12), (320, 568, 20, 30, 0.3784296541518542, 12),
      (375, 667, 20, 90, 1.77703857421875, 10), (414, 736, 20, 120, 0.029846923289016048, 16.25),
      (768, 1024, 20, 270, 1.3787841796875002, 11), (1024, 768, 20, -45, 77.87109375, 5.5),
    ]
    for (width, height, bar, bearing, span, level) in rows {
      let result = try ask(
        ZoomQuery.self,
        [
          "viewport": "\(width)x\(height)", "insets": "\(bar),0,0,0", "bearing": "\(bearing)", "span": "\(span)",
          "tile": "128",
        ])
      let zoom = try #require(result.number("zoom"))
      #expect(abs(zoom - level) < 1e-9, "\(width)x\(height) at \(bearing)")
      #expect(result.number("z256") == zoom - 1 && result.number("z512") == zoom - 2)
    }
  }

  @Test("Whatever form a camera takes, the question about that form leads back to it")
  func roundTrips() throws {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let latitude = Double.random(in: -70...70, using: &random)
      let center = "\(latitude),\(Double.random(in: -180..<180, using: &random))"
      let level = Double.random(in: 4...20, using: &random)
      let view = [
        "viewport": "\(Int.random(in: 100...1000, using: &random))x\(Int.random(in: 100...1000, using: &random))",
        "bearing": "\(Double.random(in: 0..<360, using: &random))",
      ]
      let asked = view.merging(["center": center, "z512": "\(level)"]) { own, _ in own }
      let there = try ask(ConvertQuery.self, asked)
      let forms: [(String, Double?)] = [
        ("z128", there.number("zooms", "z128")), ("z256", there.number("zooms", "z256")),
        ("scale", there.number("zooms", "zoomScale")),
        ("meters-per-point", there.number("zooms", "metersPerPoint", "mapKit")),
        ("mapbox-meters-per-point", there.number("zooms", "metersPerPoint", "mapbox")),
        ("altitude", there.number("mapKitCamera", "altitude")),
        ("span", there.number("region", "longitudeDelta")), ("distance", there.number("mapKitCamera", "distance")),
        ("latitude-span", there.number("region", "latitudeDelta")),
        ("map-width", there.number("region", "mapRect", "width")),
      ]
      for (form, value) in forms {
        let parameters = view.merging(["center": center, form: "\(try #require(value))"]) { own, _ in own }
        let back = try #require(try ask(ConvertQuery.self, parameters).number("mapbox", "zoom"))
        #expect(abs(back - level) < 1e-6, "seed \(seed), \(form)")
      }
    }
  }

  @Test("A tile converts to itself, and the region of a tile is its own rectangle")
  func tiles() throws {
    for seed in seeds(100) {
      var random = SeededRandom(seed: seed)
      let zoom = Int.random(in: 0...30, using: &random)
      let (x, y) = (Int.random(in: 0..<1 << zoom, using: &random), Int.random(in: 0..<1 << zoom, using: &random))
      let tile = try #require(TileID(z: zoom, x: x, y: y))
      for (name, text) in [("zxy", tile.description), ("quadkey", tile.quadkey), ("hilbert-id", "\(tile.hilbertID)")] {
        for size in ["256", "512", "384"] {
          let result = try ask(ConvertQuery.self, [name: text, "tile": size])
          guard case .group(let found)? = result["tile"] else { throw QueryError(.noResult, "no tile") }
          #expect(found["zxy"] == .text(tile.description), "seed \(seed), \(name), \(size)")
        }
        let region = try ask(RegionQuery.self, [name: text])
        #expect(region.number("mapRect", "width") == tile.mapRect.width, "seed \(seed)")
      }
    }
  }

  @Test("Distances become MapKit's recorded region")
  func distances() throws {
    let options = ["center": "0,0", "latitudinal-meters": "1km", "longitudinal-meters": "2000"]
    let result = try ask(RegionQuery.self, options)
    #expect(result.number("latitudeDelta") == 0.009043695025814083)
    #expect(result.number("longitudeDelta") == 0.017966310975031877)
  }

  @Test("What is counted is what is listed, for lines, polygons with holes and points over the 180th meridian")
  func counts() throws {
    let ring = "[[[170,-10],[-170,-10],[-170,10],[170,10],[170,-10]],[[175,-5],[-175,-5],[-175,5],[175,5],[175,-5]]]"
    let geometries = [
      "{\"type\":\"Polygon\",\"coordinates\":\(ring)}",
      "{\"type\":\"LineString\",\"coordinates\":[[170,-10],[-170,10],[-160,10]]}",
      "{\"type\":\"MultiPoint\",\"coordinates\":[[179.9,1],[-179.9,1],[-179.9,1.001]]}",
    ]
    for geometry in geometries {
      for zoom in [2, 7] {
        let parameters = try QueryParameters(json: Array("{\"geojson\":\(geometry),\"z\":\(zoom)}".utf8))
        let counting = try QueryParameters(
          json: Array("{\"geojson\":\(geometry),\"z\":\(zoom),\"countOnly\":true}".utf8))
        guard case .rows(let tiles)? = try TilesQuery.result(parameters)["tiles"] else { continue }
        #expect(try TilesQuery.result(counting)["count"] == .whole(UInt64(tiles.count)))
        let columns = tiles.compactMap { tile -> Int? in
          guard case .text(let zxy)? = tile["zxy"] else { return nil }
          return Int(zxy.split(separator: "/")[1])
        }
        // At zoom 7 a tile is 2.8 degrees wide: all lie within 21 degrees of the meridian, on both sides of it.
        #expect(!columns.isEmpty)
        if zoom == 7 { #expect(columns.allSatisfy { $0 <= 7 || $0 >= 123 } && columns.contains { $0 >= 123 }) }
      }
    }
  }
}
