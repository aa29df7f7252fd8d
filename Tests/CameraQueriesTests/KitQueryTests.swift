import MapMath
import TestSupport
import Testing

@testable import OvertileCameraQueries

/// The same camera in the kits: altitudes, meters, padding, and regions that they reject.
@Suite struct KitQueryTests {
  @Test("A zoom scale gets what the library answers, to the last digit")
  func scales() throws {
    for seed in seeds(500) {
      var random = SeededRandom(seed: seed)
      var scale = Double.random(in: 1e-6...2, using: &random)
      // Exactly at the border between two levels rounding decides.
      if seed % 2 == 0 {
        scale = [0.7071067811865475, 0.7071067811865476][Int(seed / 2 % 2)] / Double(1 << (seed % 19))
      }
      for size in [128.0, 256, 512, 300] {
        let result = try ask(ZoomQuery.self, ["scale": "\(scale)", "tile": "\(size)"])
        #expect(result.number("zoomScale") == scale, "seed \(seed)")
        let level = UInt64(Zoom.tileLevel(scale: scale, tileSize: size))
        #expect(result["tileLevel"] == .whole(level), "seed \(seed), \(size)")
      }
      #expect(
        try ask(ZoomQuery.self, ["scale": "\(scale)"]).number("zoom") == Zoom(scale: scale, tileSize: 256).level)
    }
  }

  @Test("A level comes back in every digit")
  func levels() throws {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let level = Double.random(in: 0...22, using: &random)
      for name in ["z128", "z256", "z512"] {
        #expect(try ask(ZoomQuery.self, [name: "\(level)"]).number(name) == level, "seed \(seed)")
      }
    }
  }

  @Test("Meters per point are labeled by kit")
  func meters() throws {
    let result = try ask(ZoomQuery.self, ["z256": "20", "latitude": "0"])
    #expect(result.number("metersPerPoint", "mapKit") == 0.14828977333772544)
    let mapbox = try #require(result.number("metersPerPoint", "mapbox"))
    #expect(abs(mapbox - 0.14929107086948487) < 1e-12)
    let back = try ask(ZoomQuery.self, ["mapbox-meters-per-point": "\(mapbox)", "latitude": "0"])
    #expect(abs((back.number("z256") ?? 0) - 20) < 1e-11)
  }

  @Test("Altitude is distance times the cosine of the pitch")
  func altitudes() throws {
    let options = ["center": "45,7", "z256": "14", "viewport": "390x844", "pitch": "60"]
    let result = try ask(ConvertQuery.self, options)
    let distance = try #require(result.number("mapKitCamera", "distance"))
    let altitude = try #require(result.number("mapKitCamera", "altitude"))
    #expect(abs(altitude - distance / 2) < 1e-9)
    let straight = try ask(ZoomQuery.self, ["altitude": "2km", "latitude": "45", "viewport": "390x844"])
    let far = try ask(ZoomQuery.self, ["distance": "2km", "latitude": "45", "viewport": "390x844"])
    #expect(straight == far)
  }

  @Test("A padded camera has the region within its padding, and a MapKit camera that looks at the middle of the view")
  func padding() throws {
    let options = ["center": "52.52,13.405", "z256": "14", "viewport": "390x844", "padding": "0,0,400,0"]
    let result = try ask(ConvertQuery.self, options)
    #expect(result.number("mapbox", "padding", "bottom") == 400)
    #expect(abs((result.number("region", "longitudeDelta") ?? 0) - 390 * 360 / (256 * 0x1p14)) < 1e-12)
    let height = try #require(result.number("region", "mapRect", "height"))
    #expect(abs(height - 444 * 64) < 1e-4)
    guard case .group(let kit)? = result["mapKitCamera"], case .coordinate(let middle)? = kit["center"] else {
      throw QueryError(.noResult, "no MapKit camera")
    }
    let down = MapPoint(middle).y - MapPoint(Coordinate(latitude: 52.52, longitude: 13.405)).y
    #expect(abs(down - 200 * 64) < 1e-4)
    let span = try #require(result.number("region", "longitudeDelta"))
    var again = options
    (again["z256"], again["span"]) = (nil, "\(span)")
    #expect(abs((try ask(ConvertQuery.self, again).number("zooms", "z256") ?? 0) - 14) < 1e-9)
  }

  @Test("What no map shows is refused, and what is cut is said")
  func edges() throws {
    let distances = ["latitudinal-meters": "100km", "longitudinal-meters": "100km"]
    func region(_ center: String, _ options: [String: String]) throws -> QueryResult {
      try ask(RegionQuery.self, options.merging(["center": center]) { own, _ in own })
    }
    let error = #expect(throws: QueryError.self) { try region("89.9,0", distances) }
    #expect(error?.code == .noResult && error?.text(naming: .options).contains("the map ends at") == true)
    let cut = try region("84.9,0", distances)
    #expect(text(cut["note"]).contains("cut there") && (cut.number("bounds", "north") ?? 90) < 85.0512)
    let wide = try region("0,0", ["z256": "0", "viewport": "1000x500"])
    #expect(wide.number("longitudeDelta") == 360 && text(wide["note"]).contains("1406.25"))
    #expect(wide.number("mapRect", "width") == MapPoint.worldSide)
    #expect(try region("0,0", distances)["note"] == nil)
    let camera = try ask(ConvertQuery.self, ["center": "89.9,0", "z256": "3"])
    #expect(text(camera["note"]).contains("not at 89.9"))
  }

  @Test(
    "Nothing without a size has a region or a zoom",
    arguments: [["map-rect": "5,5,0,0"], ["map-rect": "5,5,0,9"], ["bounds": "13,52,13,52"], ["bounds": "0,86,9,90"]])
  func sizes(area: [String: String]) throws {
    let error = #expect(throws: QueryError.self) { try ask(RegionQuery.self, area) }
    #expect(error?.code == .badQuery && error?.text(naming: .options).contains("a width and a height") == true)
    guard area != ["map-rect": "5,5,0,9"], area != ["bounds": "0,86,9,90"] else { return }
    let asked = area.merging(["viewport": "390x844"]) { own, _ in own }
    #expect(throws: QueryError.self) { try ask(ConvertQuery.self, asked) }
  }

  @Test(
    "Errors of padding name it",
    arguments: [
      (["padding": "200"], "--padding and --insets leave nothing of the --viewport"),
      (["padding": "20", "distance": "2km"], "--padding and --distance exclude each other"),
    ])
  func paddingErrors(options: [String: String], words: String) {
    let asked = options.merging(["center": "1,2", "viewport": "390x844"]) { own, _ in own }
    let error = #expect(throws: QueryError.self) { try ask(ConvertQuery.self, asked) }
    #expect(error?.text(naming: .options).contains(words) == true, "\(error?.text(naming: .options) ?? "")")
  }

  private func text(_ value: QueryResult.Value?) -> String {
    guard case .text(let text)? = value else { return "" }
    return text
  }
}
