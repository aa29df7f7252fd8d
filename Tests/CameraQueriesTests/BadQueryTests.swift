import MapMath
import OvertileFeatures
import TestSupport
import Testing

@testable import OvertileCameraQueries

@Suite struct BadQueryTests {
  private static let queries: [any CameraQuery.Type] = [
    ZoomQuery.self, RegionQuery.self, FitQuery.self, TilesQuery.self, ConvertQuery.self,
  ]

  /// Values that have broken programs.
  private static let values = [
    "0", "-0", "-1", "1", "0.02", "30", "89.9999999", "90", "180", "-180", "1e9", "-1e9", "1e308", "1e-308", "5e-324",
    "nan", "inf", "-inf", "0x10", "", " ", ",", "1,", "1,2", "52.52,13.405", "-90,360", "90,-360", "52,13,500m",
    "0,0,0",
    "0,0,20000km", "390x844", "0x0", "1e-300x1e6", "1000000x0.000001", "-1x5", "47,0,34,0", "-1e6", "1e6,1e6,1e6,1e6",
    "-180,-90,180,90", "170,-10,-170,10", "5,5,5,5", "0,0,268435456,268435456", "4294967296,0,4294967296,1",
    "14/8802/5373", "31/2147483647/0", "32/0/0", "-1/0/0", "0/0/0", "3333333333333333333333333333333", "0/0/0/0/89.99",
    "64/90/360/1e6/89", "-64/0/0", "6148914691236517204", "18446744073709551615", "99999999999999999999", "0-3", "5-2",
    "native", "flat", "flat-one-pass", "sound", "up", "true", "\u{0}", "\u{E000}", "é", "52,13 53,14 52,15",
    "90,0 -90,0 0,180", "500m", "2mi", "1e9km",
  ]

  /// Possible values, ordinary and extreme ones.
  private static let legal: [String: [String]] = [
    "z128": ["3", "64"], "z256": ["12.5", "-64"], "z512": ["14", "63.9"], "scale": ["1", "1e-9"],
    "span": ["0.02", "1e-7", "1e6"], "latitude-span": ["0.02", "179.999"], "map-width": ["24000", "4294967296"],
    "latitudinal-meters": ["1km", "1e9"], "longitudinal-meters": ["1km", "1e9"], "distance": ["2km", "1e9"],
    "altitude": ["2km", "1e9"], "meters-per-point": ["4.78", "1e-9"], "mapbox-meters-per-point": ["4.78", "1e-9"],
    "latitude": ["52.52", "90", "-90"],
    "center": ["52.52,13.405", "90,0", "-90,-360"], "map-point": ["0,0", "-4294967296,268435456"],
    "hash": ["12/52/13/30/45", "-64/90/360/1e6/89.99", "map=64/-90/0"], "bounds": ["170,-10,-170,10", "5,5,5,5"],
    "map-rect": ["0,0,268435456,268435456", "1,1,0,0", "-4294967296,0,4294967296,1"], "zxy": ["14/8802/5373", "0/0/0"],
    "quadkey": ["12021032", ""], "hilbert-id": ["6148914691236517204", "0"],
    "viewport": ["390x844", "1000000x0.00001"],
    "insets": ["10,0,10,0", "-1e6"], "bearing": ["30", "-1e6"], "pitch": ["45", "89.9999999"],
    "tile": ["512", "65536"],
    "screen-scale": ["2", "0.1"], "at": ["52.52,13.405", "90,360"],
    "circle": ["52,13,500m", "-90,0,20000km", "0,179,0"],
    "padding": ["40", "-1e6,0,0,0"], "offset": ["1e6,-1e6", "0,1"], "max-z512": ["64", "-64"],
    "zoom-snap": ["0.5", "64"],
    "engine": ["flat", "flat-one-pass"], "polygon": ["52,13 53,14 52,15", "90,0 -90,0 0,180"], "rounding": ["up"],
  ]

  @Test("Whatever is given, there is an answer of finite numbers or an error: nothing traps")
  func nothingTraps() throws {
    var answered = 0
    let all = seeds(6000)
    for seed in all {
      var random = SeededRandom(seed: seed)
      let query = Self.queries[Int.random(in: 0..<5, using: &random)]
      let options = Self.options(for: query, using: &random)
      do throws(QueryError) {
        let result = try query.result(QueryParameters(options: options))
        let isSound = result.isFinite && !result.json.contains("nan") && !result.json.contains("inf")
        #expect(isSound && !result.text.isEmpty, "seed \(seed): \(options)")
        answered += 1
      } catch {
        let text = error.text(naming: .options)
        #expect(!text.isEmpty, "seed \(seed)")
      }
    }
    // Nearly a thousand of the seeds are sensible queries; one seed alone need not be.
    #expect(answered > 300 || all.count == 1, "\(answered) answers")
  }

  private static func options(
    for query: any CameraQuery.Type, using random: inout SeededRandom
  ) -> [String: JSONValue] {
    // Files are not for a test of values, and zooms of tiles beyond 8 only cost time.
    let names = query.names.filter { !["geojson", "z", "limit", "url", "count-only"].contains($0) }
    var options: [String: JSONValue] = [:]
    if query == TilesQuery.self { options = ["z": .string("0-8"), "limit": .int(500)] }
    if Int.random(in: 0..<4, using: &random) > 0 { options["viewport"] = .string("390x844") }
    if Bool.random(using: &random), names.contains("center") { options["center"] = .string("52.52,13.405") }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let name = names[Int.random(in: 0..<names.count, using: &random)]
      let legal = Self.legal[name] ?? []
      let values = legal.isEmpty || Int.random(in: 0..<8, using: &random) == 0 ? Self.values : legal
      options[name] = .string(values[Int.random(in: 0..<values.count, using: &random)])
    }
    return options
  }

  @Test(
    "Errors name the option, what it was and what would be right",
    arguments: [
      (["span": "-1", "viewport": "390x844"], "--span: \"-1\" is not a longitude span"),
      (["span": "0.02"], "a span needs the size of the view: give --viewport"),
      (["spam": "1"], "--spam is not known here; did you mean --span?"),
      (["z256": "1", "z512": "1"], "--z256 and --z512 exclude each other: give one"),
      (["span": "1", "scale": "1"], "--span and --scale exclude each other: give one"),
      (["zoom": "3"], "--zoom needs --tile"),
      (["distance": "2km", "viewport": "390x844"], "give --latitude"),
      (["z256": "1", "viewport": "0x0"], "--viewport: \"0x0\" is not a view's size"),
      (["z256": "1", "viewport": "10x10", "insets": "5"], "--insets leave nothing of the --viewport"),
      ([:], "nothing says how large the map is drawn"),
    ])
  func zoomErrors(options: [String: String], words: String) {
    let error = #expect(throws: QueryError.self) { try ask(ZoomQuery.self, options) }
    #expect(error?.text(naming: .options).contains(words) == true, "\(error?.text(naming: .options) ?? "")")
  }

  @Test("A list of two numbers is refused as a place, for its order is not certain")
  func order() throws {
    let parameters = try QueryParameters(json: Array(#"{"center": [52.52, 13.405], "z256": 3}"#.utf8))
    let error = #expect(throws: QueryError.self) { try ConvertQuery.result(parameters) }
    #expect(error?.text(naming: .members).contains("order is certain") == true)
    let swapped = #expect(throws: QueryError.self) {
      try ask(FitQuery.self, ["at": "113.4,22", "viewport": "9x9"])
    }
    #expect(swapped?.text(naming: .options).contains("latitude comes first") == true)
  }

  @Test("Options and the lines of a batch are answered alike; defaults hold, and an id comes back")
  func batch() throws {
    let option = try ask(ZoomQuery.self, ["span": "0.02", "viewport": "390x844", "bearing": "30"]).json
    let defaults = QueryParameters(options: ["viewport": .string("390x844"), "bearing": .string("1")])
    let texts = [
      #"{"span": 0.02, "bearing": 30}"#, #"{"span": "0.02", "bearing": "30", "viewport": [390, 844]}"#,
      #"{"bearing": 30.0, "span": 2e-2, "viewport": {"width": 390, "height": 844}, "latitude": null}"#,
    ]
    for text in texts {
      let line = BatchLine(computing: ZoomQuery.self, Array(text.utf8), number: 1, defaults: defaults)
      #expect(line.json == option && line.error == nil)
    }
    let named = BatchLine(
      computing: ZoomQuery.self, Array(#"{"id": {"a": [1, "b"]}, "span": 0}"#.utf8), number: 9, defaults: defaults)
    #expect(named.json.hasPrefix(#"{"id":{"a":[1,"b"]},"error":"\"span\": 0 is not a longitude span"#))
    #expect(named.json.hasSuffix(#""code":"bad-question","line":9}"#) && named.error?.code == .badQuery)
  }

  @Test(
    "JSON that is none, too deep, too large or no object is an error",
    arguments: [
      "", " ", "{", "[1]", "3", "null", "{\"z256\": 1e999}", "{\"z256\": NaN}", "{\"zTwo\":1,\"z-two\":2}",
      String(repeating: "[", count: 100_000), "{\"at\":" + String(repeating: "[", count: 400) + "}",
      "{\"a\":\"\u{0}\"}",
      "{\"at\":" + String(repeating: "[", count: 300) + String(repeating: "]", count: 300) + "}",
    ])
  func badJSON(text: String) {
    let line = BatchLine(computing: ZoomQuery.self, Array(text.utf8), number: 1, defaults: QueryParameters())
    #expect(line.error?.code == .badQuery && line.json.hasPrefix("{\"error\":"))
  }
}
