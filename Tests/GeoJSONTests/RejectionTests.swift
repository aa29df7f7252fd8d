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

  private static let geometries: [(String, RejectedFeature.Code)] = [
    (geometry("Point", "[\"1\",2]"), .invalidCoordinates), (geometry("Point", "[1]"), .invalidCoordinates),
    (geometry("Point", "[null,2]"), .invalidCoordinates), (geometry("Point", "[1,[2]]"), .invalidCoordinates),
    (geometry("Point", "[[1,2]]"), .invalidCoordinates), (geometry("Point", "{}"), .invalidCoordinates),
    (geometry("Point", "null"), .invalidCoordinates), (geometry("Point", "[1,2,\"3\"]"), .invalidCoordinates),
    (geometry("Point", "[NaN,2]"), .invalidJSON), (geometry("Point", "[1,Infinity]"), .invalidJSON),
    (geometry("Point", "[1,02]"), .invalidJSON), (geometry("Point", "[1,2.]"), .invalidJSON),
    (geometry("Point", "[1,2"), .invalidJSON), (geometry("Point", "[1 2]"), .invalidJSON),
    (geometry("Point", "[1,2,]"), .invalidJSON), (geometry("Point", "[1e400,2]"), .numberOutOfRange),
    (geometry("Point", "[1,-1e999]"), .numberOutOfRange), (geometry("Point", "[0x10,2]"), .invalidJSON),
    (geometry("Point", "[1.2.3,2]"), .invalidJSON), (geometry("Point", "[1_000,2]"), .invalidJSON),
    (geometry("LineString", "[1,2]"), .invalidCoordinates), (geometry("LineString", "[[1,2]]"), .lineTooShort),
    (geometry("MultiPoint", "[[]]"), .invalidCoordinates),
    (geometry("MultiLineString", "[[[1,2],[3,4]],[[1,2]]]"), .lineTooShort),
    (geometry("Polygon", "[[[0,0],[1,0],[0,0]]]"), .ringTooShort),
    (geometry("Polygon", "[[[0,0],[1,0],[1,1],[0,1]]]"), .ringNotClosed),
    (geometry("Polygon", "[[],[[0,0],[1,0],[1,1],[0,0]]]"), .ringTooShort),
    (geometry("Polygon", "[[0,0],[1,0],[1,1],[0,0]]"), .invalidCoordinates),
    (geometry("MultiPolygon", "[[[0,0],[1,0],[1,1],[0,0]]]"), .invalidCoordinates),
    (geometry("Circle", "[1,2]"), .invalidGeometry), (geometry("point", "[1,2]"), .invalidGeometry),
    (feature("5"), .invalidGeometry), (feature("[]"), .invalidGeometry), (feature("{}"), .invalidGeometry),
    (feature("{\"type\":\"Point\"}"), .invalidGeometry),
    (feature("{\"type\":5,\"coordinates\":[1,2]}"), .invalidGeometry),
    (feature("{\"type\":\"GeometryCollection\"}"), .invalidGeometry),
    (feature("{\"type\":\"GeometryCollection\",\"geometries\":{}}"), .invalidGeometry),
    (feature("{\"type\":\"GeometryCollection\",\"geometries\":[null]}"), .invalidGeometry),
  ]

  private static let members: [(String, RejectedFeature.Code)] = [
    (feature("null", "\"properties\":[]"), .invalidProperties),
    (feature("null", "\"properties\":5"), .invalidProperties),
    (feature("null", "\"properties\":\"a\""), .invalidProperties),
    (feature("null", "\"properties\":{\"a\"}"), .invalidJSON),
    (feature("null", "\"properties\":{\"a\":tru}"), .invalidJSON),
    (feature("null", "\"properties\":{\"a\":nul}"), .invalidJSON),
    (feature("null", "\"properties\":{\"a\":1,}"), .invalidJSON),
    (feature("null", "\"properties\":{\"a\":[1,,2]}"), .invalidJSON),
    (feature("null", "\"properties\":{\"a\":1e999}"), .numberOutOfRange),
    (feature("null", "\"properties\":{\"a\":0x1F}"), .invalidJSON),
    (feature("null", "\"properties\":{\"a\":\"\\ud800\"}"), .invalidEscape),
    (feature("null", "\"properties\":{\"a\":\"\\udc00\"}"), .invalidEscape),
    (feature("null", "\"properties\":{\"a\":\"\\ud800\\u0041\"}"), .invalidEscape),
    (feature("null", "\"properties\":{\"\\ud800\":1}"), .invalidEscape),
    (feature("null", "\"properties\":{\"a\":[\"\\udfff\"]}"), .invalidEscape),
    (feature("null", "\"properties\":{\"a\":\"\\x\"}"), .invalidEscape),
    (feature("null", "\"properties\":{\"a\":\"\\u12g4\"}"), .invalidEscape),
    (feature("null", "\"properties\":{\"a\":\"\u{1}\"}"), .invalidJSON),
    (feature("null", "\"properties\":{},\"x\":[1 2]"), .invalidJSON),
    (feature("null", "\"properties\":{},\"x\":tru"), .invalidJSON),
    (feature("null", "\"type\":\"Point\""), .unknownType),
    ("{\"type\":\"Feature\",\"id\":\"k\",\"properties\":{}}", .missingGeometry),
    ("{\"id\":\"k\",\"geometry\":null}", .unknownType), ("{\"type\":\"feature\",\"id\":\"k\"}", .unknownType),
    ("{\"type\":null,\"id\":\"k\"}", .unknownType), ("{\"id\":\"k\",\"type\":\"Feature\",\"x\"}", .invalidJSON),
  ]

  @Test("each wrong feature has its code, place and id, and the stream goes on", arguments: geometries + members)
  func rejected(text: String, code: RejectedFeature.Code) {
    let stream = "\(point(1))\n\(text)\n\(point(2))\n"
    let reading = Reading(stream)
    #expect(reading.error == nil)
    #expect(values(reading) == [1, 2])
    #expect(reading.rejected.map(\.code) == [code])
    guard let rejected = reading.rejected.first else { return }
    let start = UInt64(point(1).utf8.count) + 1
    #expect(rejected.location.byteOffset == start && rejected.location.line == 2 && rejected.location.index == 1)
    #expect(rejected.faultOffset >= start && rejected.faultOffset <= start + UInt64(text.utf8.count))
    #expect(rejected.id == "k")
    #expect(!rejected.message.isEmpty)
  }

  @Test("ids must be strings or numbers", arguments: ["{}", "[1]", "true", "false"])
  func invalidID(id: String) {
    let reading = Reading("{\"type\":\"Feature\",\"id\":\(id),\"geometry\":null,\"properties\":{}}")
    #expect(reading.rejected.map(\.code) == [.invalidID])
    #expect(reading.rejected.first?.faultOffset == 23)
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
      #expect(reading.rejected.map(\.code) == [.invalidUTF8])
      #expect(reading.rejected.first?.faultOffset == 53)
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
    #expect(Reading(nested(34)).rejected.map(\.code) == [.tooDeep])
  }

  @Test("values may nest to 512, not more")
  func valueDepth() {
    func feature(_ depth: Int) -> String {
      let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"a\":\(value)}}"
    }
    #expect(Reading(feature(512)).features.count == 1)
    #expect(Reading(feature(513)).rejected.map(\.code) == [.tooDeep])
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
