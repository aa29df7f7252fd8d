import OvertileCore
import OvertileGeoJSON
import TestSupport
import Testing

@Suite("Ids, properties and geometries")
struct ValueTests {
  private static func read(id: String) -> PropertyValue? {
    Reading("{\"type\":\"Feature\",\"id\":\(id),\"geometry\":null,\"properties\":{}}").features.first?.id
  }

  private static func read(value: String) -> PropertyValue? {
    Reading("{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"a\":\(value)}}").features.first?.value("a")
  }

  @Test(
    "ids",
    arguments: [
      ("\"a\"", .string("a")), ("\"\"", .string("")), ("\"\\u00e9\\n\"", .string("é\n")), ("7", .int(7)),
      ("-7", .int(-7)), ("-9223372036854775808", .int(.min)), ("9223372036854775808", .uint(1 << 63)),
      ("18446744073709551615", .uint(.max)), ("18446744073709551616", .double(0x1p64)),
      ("1.5", .double(1.5)), ("1.0", .int(1)), ("1e3", .int(1000)), ("null", .null),
    ] as [(String, PropertyValue)])
  func ids(text: String, id: PropertyValue) { #expect(Self.read(id: text) == id) }

  @Test(
    "scalar values keep their types",
    arguments: [
      ("null", .null), ("true", .bool(true)), ("false", .bool(false)), ("0", .int(0)), ("-0", .int(0)),
      ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
      ("9223372036854775808", .uint(9_223_372_036_854_775_808)), ("18446744073709551615", .uint(.max)),
      ("18446744073709551616", .double(0x1p64)), ("-9223372036854775809", .double(-0x1p63)),
      ("1.0", .double(1)), ("1e2", .double(100)), ("-0.0", .double(-0.0)), ("1E-7", .double(1e-7)),
      ("0.1", .double(0.1)), ("1e-400", .double(0)),
      ("\"\"", .string("")), ("\"a\\u0000b\"", .string("a\u{0}b")),
      ("\"\\ud83d\\ude00 \\/ \\\\ \\\"\"", .string("😀 / \\ \"")),
      ("\"日本語 – é\"", .string("日本語 – é")),
    ] as [(String, PropertyValue)])
  func scalars(text: String, value: PropertyValue) {
    let read = Self.read(value: text)
    #expect(read == value)
    if case .double(let expected) = value, case .double(let number) = read {
      #expect(expected.bitPattern == number.bitPattern)
    }
  }

  /// Coordinates of a few digits are read in a quicker way; with blanks around them they are not.
  @Test("coordinates are rounded exactly, however many digits they have")
  func coordinates() {
    for seed in seeds(200) {
      var random = SeededRandom(seed: seed)
      let numbers = (0..<24).map { _ -> String in
        let length = Int.random(in: 1...9, using: &random)
        let whole = String(UInt64.random(in: 0...(1 << 60), using: &random)).prefix(length)
        let places = Int.random(in: 0...18, using: &random)
        let digits = (0..<places).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
        let sign = Bool.random(using: &random) ? "-" : ""
        let text = sign + (whole.first == "0" ? "0" : String(whole))
        return places == 0 ? text : "\(text).\(digits)"
      }
      let positions = stride(from: 0, to: numbers.count, by: 2).map { "[\(numbers[$0]),\(numbers[$0 + 1])]" }
      let plain = "{\"type\":\"LineString\",\"coordinates\":[\(positions.joined(separator: ","))]}"
      let spaced = plain.replacing(",", with: " ,\t")
      let expected = stride(from: 0, to: numbers.count, by: 2).map { [Double(numbers[$0]), Double(numbers[$0 + 1])] }
      for text in [plain, plain.replacing(",", with: ", "), plain.replacing("],", with: ",5.25],"), spaced] {
        let read = Reading(text).features.first?.elements.first?.rings.first
        #expect(read?.map { $0.map(Optional.some) } == expected, "seed \(seed): \(text)")
      }
    }
  }

  @Test(
    "what is nearly a position is none",
    arguments: [
      "01", "-01", "1.", ".5", "-", "+1", "1.e5", "1e", "--1", "1.2.3", "0x1", "1_0", "NaN", "1,", "1 2", "1]", "",
    ])
  func brokenPositions(text: String) {
    for position in ["[\(text),0]", "[0,\(text)]", "[0,0,\(text)]"] {
      let line = "{\"type\":\"LineString\",\"coordinates\":[[0,1],\(position),[2,3]]}"
      let point = "{\"type\":\"Point\",\"coordinates\":\(position)}"
      for geometry in [line, point] { #expect(Reading(geometry).features.isEmpty, "\(geometry)") }
    }
  }

  @Test(
    "numbers are rounded exactly",
    arguments: [
      "2.2250738585072011e-308", "4.9406564584124654e-324", "1.7976931348623157e308", "9007199254740993.0",
      "0.1000000000000000055511151231257827021181583404541015625", "123456789012345678901234567890",
      "0.12345678901234567890123", "-0.00012345678901234567890123e2", "12345678901234567890.5",
      "1234567890123456789012.0",
      "8.98846567431158053656e307", "1e23", "7.2057594037927933e16", "-0.000001234567890123456789e-5",
      "1" + String(repeating: "0", count: 300), "0." + String(repeating: "0", count: 300) + "17",
      String(repeating: "9", count: 308) + "." + String(repeating: "9", count: 900),
    ])
  func exactNumbers(text: String) {
    let reading = Reading("{\"type\":\"Point\",\"coordinates\":[\(text),0]}")
    #expect(reading.features.first?.elements.first?.rings.first?.first?.first == Double(text))
    #expect(Self.read(value: text) == Double(text).map { .double($0) })
  }

  @Test(
    "arrays and objects become minified JSON text",
    arguments: [
      (" [ 1 , 2.50 , [ ] , { } ] ", "[1,2.50,[],{}]"),
      ("{ \"b\" : 1 , \"a\" : [ true , null ] }", "{\"b\":1,\"a\":[true,null]}"),
      ("[\"\\u0041\\/\\u000a\\u0001\\\\\\\"\\ud83d\\ude00\"]", "[\"A/\\n\\u0001\\\\\\\"😀\"]"), ("[1e400]", "[1e400]"),
      ("{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":2}"),
    ])
  func nested(text: String, json: String) { #expect(Self.read(value: text) == .json(json)) }

  @Test("keys: escaped, empty, not ASCII, many, in changing order")
  func keys() {
    let first =
      "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"\\u0061\\n\":1,\"\":2,\"é\":3,\"a\\u0000\":4}}"
    let second = "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"é\":1,\"é\\\"\":2,\"\":3,\"e\\u0301\":4}}"
    let reading = Reading("\(first)\n\(second)\n\(first)")
    #expect(reading.rejected.isEmpty)
    #expect(reading.features[0].properties.map(\.key.unicodeScalars.count) == [2, 0, 1, 2])
    // Names that differ only in normalization are one name, in its composed form; the last value counts.
    #expect(reading.features[1].properties.map { Array($0.key.utf8) } == ["é\"", "", "\u{E9}"].map { Array($0.utf8) })
    #expect(reading.features[1].properties.map(\.value) == [.int(2), .int(3), .int(4)])
    #expect(reading.features[2] == reading.features[0])
  }

  @Test("a key that occurs twice: the last value at the first place, and a note")
  func duplicates() {
    let text = "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"a\":1,\"b\":2,\"\\u0061\":3,\"a\":4}}"
    let reading = Reading("\(text)\n\(text)")
    #expect(reading.features[0].properties.map(\.key) == ["a", "b"])
    #expect(reading.features[1].properties.map(\.value) == [.int(4), .int(2)])
    #expect(reading.notes.map(\.code) == [.duplicateKey] && reading.notes.first?.count == 4)
    #expect(reading.notes.first?.name == "a" && reading.notes.first?.location.index == 0)
  }

  @Test("members that occur twice: the last one counts")
  func duplicateMembers() {
    let reading = Reading(
      """
      {"type":"Feature","type":"Feature","id":1,"id":2,"properties":{"a":1,"b":1},"properties":{"b":2},
      "geometry":{"type":"Point","coordinates":[1,2]},
      "geometry":{"coordinates":[[9,9],[8,8]],"coordinates":[[3,4],[5,6]],"type":"LineString"}}
      """)
    #expect(reading.error == nil && reading.rejected.isEmpty)
    let line = PlainFeature.Element(kind: .line, rings: [[[3, 4], [5, 6]]])
    let expected = PlainFeature(
      id: .int(2), type: .lineString, elements: [line], properties: [.init(key: "b", value: .int(2))])
    #expect(reading.features == [expected] && reading.notes.first?.count == 5)
  }

  @Test("missing properties and mixed members are accepted and noted")
  func notes() {
    let reading = Reading(
      """
      {"type":"Feature","geometry":null}
      {"type":"Feature","geometry":null,"properties":{},"coordinates":[1,2]}
      {"type":"Point","coordinates":[1,2],"properties":{"a":1}}
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1]},"features":[]}
      {"type":"Feature","geometry": null ,"properties": null }
      """)
    #expect(reading.features.map(\.type) == [.none, .none, .point, .none] && reading.features[2].properties.isEmpty)
    #expect(reading.notes.map(\.code) == [.missingProperties, .mixedMembers] && reading.notes.map(\.count) == [1, 2])
    #expect(reading.notes.map(\.location.line) == [1, 2])
  }

  private static func element(_ kind: ElementKind, _ ring: [Double]...) -> PlainFeature.Element {
    .init(kind: kind, rings: [ring])
  }

  private static let square = [[0.0, 0], [1, 0], [1, 1], [0, 0]]
  private static let squareText = "[[0,0],[1,0],[1,1],[0,0]]"

  @Test(
    "every geometry, with its members in either order",
    arguments: [
      ("Point", "[1,2]", [element(.points, [1, 2])]), ("Point", "[1,2,3]", [element(.points, [1, 2])]),
      ("Point", "[-1.5e2,2,3,4,5]", [element(.points, [-150, 2])]), ("Point", " [ ] ", []),
      ("MultiPoint", "[[1,2],[3,4,5]]", [element(.points, [1, 2], [3, 4])]), ("MultiPoint", "[]", []),
      ("LineString", "[[1,2],[3,4]]", [element(.line, [1, 2], [3, 4])]), ("LineString", "[]", []),
      (
        "MultiLineString", "[[[1,2],[3,4]],[],[[5,6],[7,8]]]",
        [element(.line, [1, 2], [3, 4]), element(.line, [5, 6], [7, 8])]
      ),
      ("Polygon", "[\(squareText),\(squareText),[]]", [.init(kind: .polygon, rings: [square, square])]),
      ("Polygon", "[]", []), ("Polygon", "[[]]", []),
      (
        "MultiPolygon", "[[\(squareText)],[],[\(squareText),\(squareText)]]",
        [.init(kind: .polygon, rings: [square]), .init(kind: .polygon, rings: [square, square])]
      ),
    ] as [(String, String, [PlainFeature.Element])])
  func geometries(type: String, coordinates: String, elements: [PlainFeature.Element]) {
    let texts = [
      "{\"type\":\"\(type)\",\"bbox\":[0,0,1,1],\"coordinates\":\(coordinates)}",
      "{\"coordinates\":\(coordinates),\"x\":[\"type\"],\"type\":\"\(type)\"}",
      "{ \"\\u0063oordinates\" : \(coordinates) , \"typ\\u0065\" : \"\(type)\" }",
    ]
    for text in texts {
      let feature = "{\"geometry\":\(text),\"properties\":{\"a\":1},\"type\":\"Feature\"}"
      let reading = Reading("\(feature)\n\(text)")
      #expect(reading.error == nil && reading.rejected.isEmpty, "\(text)")
      #expect(reading.features.map(\.type.name) == [type, type])
      #expect(reading.features.map(\.elements) == [elements, elements])
    }
  }

  @Test("collections of geometries are flattened, nested ones too")
  func collections() {
    let text = """
      {"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},
      {"type":"GeometryCollection","geometries":[{"coordinates":[[1,2],[3,4]],"type":"LineString"},
      {"type":"GeometryCollection","geometries":[]}]},{"type":"Polygon","coordinates":[]}]}
      """
    let reading = Reading("{\"type\":\"Feature\",\"geometry\":\(text),\"properties\":null}")
    #expect(reading.features.first?.type == .geometryCollection)
    #expect(
      reading.features.first?.elements
        == [Self.element(.points, [1, 2]), Self.element(.line, [1, 2], [3, 4])])
  }
}
