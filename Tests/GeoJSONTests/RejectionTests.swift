import OvertileGeoJSON
import Testing

@Suite("Wrong features")
struct RejectionTests {
  private static func feature(_ geometry: String, _ rest: String = "\"properties\":null") -> String {
    "{\"type\":\"Feature\",\"id\":\"k\",\"geometry\":\(geometry),\(rest)}"
  }

  private static func geometry(_ type: String, _ coordinates: String) -> String {
    feature("{\"type\":\"\(type)\",\"coordinates\":\(coordinates)}")
  }

  /// Lines of a code and the texts with that fault.
  private static func table(_ rows: String, _ text: (String) -> String = { $0 }) -> [(String, String)] {
    rows.split(separator: "\n").flatMap { row in
      let cells = row.split(separator: " | ").map(String.init)
      return cells.dropFirst().map { (text($0), cells[0]) }
    }
  }

  private static let coordinates: [(String, String)] = table(
    #"""
    invalid-coordinates | Point ["1",2] | Point [1] | Point [null,2] | Point [1,[2]] | Point [[1,2]] | Point {}
    invalid-coordinates | Point null | Point [1,2,"3"] | LineString [1,2] | MultiPoint [[]]
    invalid-coordinates | Polygon [[0,0],[1,0],[1,1],[0,0]] | MultiPolygon [[[0,0],[1,0],[1,1],[0,0]]]
    invalid-json | Point [NaN,2] | Point [1,Infinity] | Point [1,02] | Point [1,2.] | Point [1,2 | Point [1 2]
    invalid-json | Point [1,2,] | Point [0x10,2] | Point [1.2.3,2] | Point [1_000,2]
    number-out-of-range | Point [1e400,2] | Point [1,-1e999]
    line-too-short | LineString [[1,2]] | MultiLineString [[[1,2],[3,4]],[[1,2]]]
    ring-too-short | Polygon [[[0,0],[1,0],[0,0]]] | Polygon [[],[[0,0],[1,0],[1,1],[0,0]]]
    ring-not-closed | Polygon [[[0,0],[1,0],[1,1],[0,1]]]
    invalid-geometry | Circle [1,2] | point [1,2]
    """#
  ) { text in
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    return geometry(parts[0], parts[1])
  }

  private static let geometries: [(String, String)] = table(
    #"""
    invalid-geometry | 5 | [] | {} | {"type":"Point"} | {"type":5,"coordinates":[1,2]} | {"type":"GeometryCollection"}
    invalid-geometry | {"type":"GeometryCollection","geometries":{}} | {"type":"GeometryCollection","geometries":[null]}
    """#
  ) { feature($0) }

  private static let properties: [(String, String)] = table(
    #"""
    invalid-properties | [] | 5 | "a"
    invalid-json | {"a"} | {"a":tru} | {"a":nul} | {"a":1,} | {"a":[1,,2]} | {"a":0x1F} | {"a":"\#u{1}"}
    invalid-json | {},"x":[1 2] | {},"x":tru
    number-out-of-range | {"a":1e999}
    invalid-escape | {"a":"\ud800"} | {"a":"\udc00"} | {"a":"\ud800\u0041"} | {"\ud800":1} | {"a":["\udfff"]}
    invalid-escape | {"a":"\x"} | {"a":"\u12g4"}
    """#
  ) { feature("null", "\"properties\":\($0)") }

  private static let features: [(String, String)] = table(
    #"""
    missing-geometry | {"type":"Feature","id":"k","properties":{}}
    unknown-type | {"id":"k","geometry":null} | {"type":"feature","id":"k"} | {"type":null,"id":"k"}
    unknown-type | {"type":"Feature","id":"k","geometry":null,"type":"Point"}
    invalid-json | {"id":"k","type":"Feature","x"}
    """#)

  @Test(
    "each wrong feature has its code, place and id, and the stream goes on",
    arguments: coordinates + geometries + properties + features)
  func rejected(text: String, code: String) {
    let stream = "\(point(1))\n\(text)\n\(point(2))\n"
    let reading = Reading(stream)
    #expect(reading.error == nil && values(reading) == [1, 2] && reading.rejected.map(\.code) == [code])
    guard let rejected = reading.rejected.first else { return }
    let start = UInt64(point(1).utf8.count) + 1
    #expect(rejected.location.byteOffset == start && rejected.location.line == 2 && rejected.location.index == 1)
    #expect(rejected.faultOffset >= start && rejected.faultOffset <= start + UInt64(text.utf8.count))
    #expect(rejected.id == "k" && !rejected.message.isEmpty)
  }

  @Test("ids must be strings or numbers", arguments: ["{}", "[1]", "true", "false"])
  func invalidID(id: String) {
    let reading = Reading("{\"type\":\"Feature\",\"id\":\(id),\"geometry\":null,\"properties\":{}}")
    #expect(reading.rejected.map(\.code) == ["invalid-id"] && reading.rejected.first?.faultOffset == 23)
    #expect(reading.rejected.first?.id == id)
  }

  @Test("the fault's own offset is exact")
  func faultOffset() {
    let text = Self.geometry("LineString", "[[1,2],[3,\"x\"]]")
    let fault = Array(text.utf8).firstIndex(of: UInt8(ascii: "x")).map { UInt64($0 - 1) }
    #expect(Reading(text).rejected.first?.faultOffset == fault)
  }

  @Test("bytes that are not UTF-8")
  func utf8() {
    for bad: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF5, 0x80, 0x80, 0x80]] {
      let text =
        Array("{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"a\":\"".utf8) + bad + Array("\"}}\n".utf8)
      let reading = Reading(.bytes(text + Array(point(2).utf8)))
      #expect(reading.rejected.map(\.code) == ["invalid-utf8"] && reading.rejected.first?.faultOffset == 53)
      #expect(values(reading) == [2])
    }
  }

  @Test("geometry collections nest to 32, not more")
  func collectionDepth() {
    func nested(_ depth: Int) -> String {
      String(repeating: "{\"type\":\"GeometryCollection\",\"geometries\":[", count: depth)
        + "{\"type\":\"Point\",\"coordinates\":[1,2]}" + String(repeating: "]}", count: depth)
    }
    #expect(Reading(nested(32)).features.first?.elements.count == 1)
    #expect(Reading(nested(34)).rejected.map(\.code) == ["too-deep"])
  }

  @Test("values may nest to 512, not more")
  func valueDepth() {
    func feature(_ depth: Int) -> String {
      let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"a\":\(value)}}"
    }
    #expect(Reading(feature(512)).features.count == 1 && Reading(feature(513)).rejected.map(\.code) == ["too-deep"])
  }

  @Test(
    "messages say what was expected and what was found",
    arguments: [
      (geometry("Point", "[\"8.5\",47]"), "a coordinate must be a number, found \"8.5\""),
      (geometry("Point", "[[8,47]]"), "of a Point are nested wrongly: expected [x,y], found [8,47]"),
      (
        geometry("Polygon", "[[0,0],[1,0],[1,1],[0,0]]"),
        "of a Polygon are nested wrongly: expected [[[x,y],...],...], found 0"
      ),
      (geometry("LineString", "\"1,2\""), "expected [[x,y],...], found \"1,2\""),
      (geometry("Point", "[1]"), "needs two numbers, found [1]"),
      (geometry("point", "[1,2]"), "did you mean \"Point\"?"),
      (feature("\"POINT (1 2)\""), "found \"POINT (1 2)\""), (feature("{\"lat\":1}"), "no type, found {\"lat\":1}"),
      (feature("null", "\"properties\":[1]"), "found [1]"), (geometry("Point", "[NaN,1]"), "NaN, Infinity, None"),
      ("{'type':'Feature'}", "single quotes"), ("{\"type\":\"feature\"}", "did you mean \"Feature\"?"),
      (feature("\"" + String(repeating: "\u{E9}", count: 99) + "\""), "\u{E9}..."),
    ])
  func words(text: String, words: String) {
    let message = Reading("\(point(1))\n\(text)\n").rejected.first?.message
    #expect(message?.contains(words) == true, "\(message ?? "")")
    #expect(message?.contains("\u{FFFD}") == false)
  }
}
