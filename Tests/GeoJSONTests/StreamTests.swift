import OvertileGeoJSON
import Testing

@Suite("Kinds of streams")
struct StreamTests {
  @Test("an empty collection is no error", arguments: ["[]", "[ \n ]"])
  func emptyCollection(array: String) {
    let reading = Reading("{\"type\":\"FeatureCollection\",\"features\":\(array)}")
    #expect(reading.error == nil && reading.features.isEmpty && reading.rejected.isEmpty)
  }

  @Test("lines: blank ones, CRLF and a byte-order mark are tolerated")
  func lines() {
    let reading = Reading("\u{FEFF}\(point(1))\r\n\r\n  \(point(2))\r\n\(point(3))")
    let length = UInt64(point(1).utf8.count)
    #expect(reading.error == nil && reading.rejected.isEmpty && values(reading) == [1, 2, 3])
    #expect(reading.positions == [[3, 1, 0], [3 + length + 6, 3, 1], [3 + 2 * length + 8, 4, 2]])
  }

  @Test("texts are told apart by brackets: pretty-printed, on one line, without line feeds")
  func brackets() {
    let pretty = """
      {
        "type": "Feature",
        "properties": {
          "v": 7,
          "list": [
            {"a": 1},
            {
              "b": 2
            }
          ]
        },
        "geometry": {"type": "Point",
          "coordinates": [
            1,
            2
      ]}}
      """
    let reading = Reading("\(pretty)\n\(point(8))\(point(9)) \(pretty)\(pretty)")
    #expect(reading.error == nil && reading.rejected.isEmpty && values(reading) == [7, 8, 9, 7, 7])
    #expect(reading.features[0].value("list") == .json("[{\"a\":1},{\"b\":2}]"))
    #expect(reading.locations.map(\.line) == [1, 17, 17, 17, 32])
  }

  @Test("a sequence: repeated separators, pretty-printed texts, texts of different kinds")
  func sequence() {
    let bare = "{\"type\":\"Point\",\n\"coordinates\":[3,4]}"
    let collection = "{\"type\":\"FeatureCollection\",\"features\":[\(point(2)),\(point(3))]}"
    let reading = Reading("\u{1E}\u{1E}\(point(1))\n\u{1E}\n\u{1E}\(bare)\n\u{1E}\(collection)\n\u{1E}")
    #expect(reading.error == nil && reading.rejected.isEmpty && values(reading) == [1, 2, 3])
    #expect(reading.features.count == 4 && reading.features[1].elements == [.init(kind: .points, rings: [[[3, 4]]])])
    #expect(reading.locations.map(\.index) == [0, 1, 2, 3])
  }

  @Test("a broken text of a sequence is reported and the stream goes on")
  func brokenSequence() {
    let cut = "{\"type\":\"Feature\",\"properties\":{\"s\":\"never"
    let collection = "{\"type\":\"FeatureCollection\",\"features\":[\(point(2)),{\"a\":"
    let reading = Reading(
      "\u{1E}\(cut)\n\u{1E}\(point(1))\n\u{1E}\(collection)\n\u{1E}xyz\n\u{1E}\(point(3))\n\u{1E}\(cut)")
    #expect(reading.error == nil && values(reading) == [1, 2, 3])
    #expect(reading.rejected.map(\.code) == ["invalid-json", "invalid-json", "invalid-json", "invalid-json"])
    #expect(reading.rejected.map(\.location.index) == [0, 3, 4, 6])
  }

  @Test("collections in lines")
  func collectionLines() {
    let collection = "{\"features\":[\(point(1)),\(point(2))],\"type\":\"FeatureCollection\"}"
    let reading = Reading("\(collection)\n\(point(3))\n\(collection)\n")
    #expect(reading.error == nil && values(reading) == [1, 2, 3, 1, 2])
    #expect(reading.locations.map(\.line) == [1, 1, 2, 3, 3])
  }

  @Test("bare geometries and single features")
  func single() {
    let geometry = "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\",\"coordinates\":[1,2]}]}"
    let reading = Reading(geometry)
    #expect(reading.features.map(\.type) == [.geometryCollection])
    #expect(reading.features[0].id == .null && reading.features[0].properties.isEmpty)
    #expect(Reading(" \n\(point(5))\n ").positions == [[2, 2, 0]])
  }

  @Test(
    "what is no GeoJSON at all is an error of the stream with its offset",
    arguments: [
      ("", GeoJSONError.Code.empty, 0), (" \n\t ", .empty, 4), ("\u{FEFF}", .empty, 3), ("\u{1E}\n\u{1E}", .empty, 3),
      ("[1,2]", .notGeoJSON, 0), ("  hello", .notGeoJSON, 2),
      ("{\"type\":\"Topology\",\"objects\":{}}", .unknownType, 0),
      ("{}", .unknownType, 0), (" {\"a\":1}", .unknownType, 1),
      ("{\"type\":\"FeatureCollection\"}", .noFeatures, 0),
      ("{\"type\":\"FeatureCollection\",\"features\":null}", .noFeatures, 39),
      ("{\"features\":[],\"type\":\"Topology\"}", .unknownType, 22),
      ("{\"features\":[]}", .unknownType, 0),
      ("{\"type\":\"FeatureCollection\",\"features\":[],\"features\":[]}", .brokenCollection, 53),
      ("{\"type\":\"FeatureCollection\",\"features\":[{}}", .brokenCollection, 42),
      ("{\"type\":\"FeatureCollection\",\"features\":[,]}", .brokenCollection, 40),
      ("{\"type\":\"FeatureCollection\" \"features\":[]}", .brokenCollection, 28),
      ("{\"type\":\"Feature\"", .truncated, 0),
    ])
  func streamErrors(text: String, code: GeoJSONError.Code, offset: Int) {
    let reading = Reading(text)
    #expect(reading.error?.code == code && reading.error?.byteOffset == UInt64(offset) && reading.error?.line != nil)
  }

  @Test("what was complete before an error is delivered, and the error stays")
  func deliveredBeforeError() throws {
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\n\(point(1)),\n\(point(2)),\n{\"type\":"
    let reading = Reading(text)
    #expect(values(reading) == [1, 2] && reading.error?.code == .truncated && reading.error?.line == 4)
    #expect(reading.error?.byteOffset == UInt64(text.utf8.count - 8))
    let splitter = FeatureSplitter(.bytes(Array(text.utf8)))
    #expect(try splitter.next()?.count == 2)
    for _ in 0..<2 { #expect(throws: GeoJSONError.self) { try splitter.next() } }
  }

  @Test("a text beyond the limit is an error, not a memory problem")
  func limit() {
    var options = FeatureSplitter.Options(sliceByteCount: 64, readByteCount: 64, limitByteCount: 1000)
    let open =
      "{\"type\":\"FeatureCollection\",\"features\":[\(point(1)),{\"a\":[" + String(repeating: "1,", count: 5000)
    options.passesOverTooLarge = false
    let reading = Reading(open + "1]}]}", options)
    #expect(reading.error?.code == .textTooLarge && values(reading) == [1])
    #expect(Reading(open, options).error?.code == .truncated)
    options.passesOverTooLarge = true
    let passed = Reading(open, options)
    #expect(passed.error?.code == .truncated && passed.rejected.map(\.code) == ["too-large"])
    options.limitByteCount = 100_000
    #expect(Reading(open, options).error?.code == .truncated)
  }

  /// Streams with a large feature among small ones, in every form; its key order matters to how a text is recognized.
  @Test(
    "a feature beyond the limit is rejected, and reading goes on",
    arguments: ["collection", "lines", "sequence", "geometry first"], [1, 50, 5000])
  func tooLarge(form: String, sliceByteCount: Int) {
    let options = FeatureSplitter.Options(sliceByteCount: sliceByteCount, readByteCount: 64, limitByteCount: 1000)
    let numbers = String(repeating: "[1,2],", count: 3000) + "[3,4]"
    let geometry = "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[\(numbers)]}"
    let type = "\"type\":\"Feature\",\"properties\":{}"
    let large = form == "geometry first" ? "{\(geometry),\(type)}" : "{\(type),\(geometry)}"
    let all = [point(1), point(2), large, point(3), large, large, point(4)]
    let text =
      switch form {
      case "collection": "{\"type\":\"FeatureCollection\",\"features\":[" + all.joined(separator: ",\n") + "]}"
      case "sequence": all.map { "\u{1E}\($0)\n" }.joined()
      default: all.joined(separator: "\n")
      }
    let reading = Reading(text, options)
    #expect(reading.error == nil && values(reading) == [1, 2, 3, 4] && reading.locations.map(\.index) == [0, 1, 3, 6])
    #expect(reading.rejected.map(\.code) == ["too-large", "too-large", "too-large"])
    #expect(reading.rejected.map(\.location.index) == [2, 4, 5])
    #expect(reading.rejected.allSatisfy { $0.stray?.hasPrefix("{\"") == true })
    if form != "sequence", form != "collection" { #expect(reading.rejected.map(\.location.line) == [3, 5, 6]) }
  }
}
