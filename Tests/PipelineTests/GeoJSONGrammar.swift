import TestSupport

/// A grammar of GeoJSON documents with sound, odd and broken productions, chosen by a seed.
///
/// A broken feature is still one feature: its brackets and quotes close, so the count of features is known. Only damage
/// to the document as a whole makes it unknown.
struct GeoJSONGrammar {
  /// A feature's text, and the facts about it that are known beforehand.
  struct Feature {
    enum Fate { case sound, odd, broken }
    var text: String
    var fate: Fate
  }

  private(set) var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Up to 16 features; one at least. The first is not broken, because a stream whose first text has no known type is
  /// not GeoJSON at all.
  mutating func features() -> [Feature] {
    var first = feature()
    while first.fate == .broken { first = feature() }
    return [first] + (0..<Int.random(in: 0...15, using: &random)).map { _ in feature() }
  }

  /// A way to write them to a file.
  mutating func form() -> InputForm { pick(InputForm.allCases) }

  /// Bytes with one to three ranges cut, doubled, removed or replaced.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let marks = Array("{}[]\",:\\\u{1E}\n0-eE.nt".utf8) + [0, 0xFF, 0xC3]
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(pick(marks), at: place)
      case 3: bytes[place] = pick(marks)
      default: bytes.insert(contentsOf: bytes[place..<min(place + 40, bytes.count)], at: place)
      }
    }
    return bytes
  }

  /// True once in so many times.
  mutating func chance(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

  // MARK: Features

  private mutating func feature() -> Feature {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3: Feature(text: feature(id: soundID(), properties: properties(), soundGeometry()), fate: .sound)
    case 4...7: Feature(text: feature(id: oddID(), properties: oddProperties(), geometry(depth: 0)), fate: .odd)
    default: Feature(text: brokenFeature(), fate: .broken)
    }
  }

  private mutating func feature(id: String?, properties: String, _ geometry: String) -> String {
    var members = [#""type":"Feature""#, #""properties":\#(properties)"#, #""geometry":\#(geometry)"#]
    if let id { members.append(#""id":\#(id)"#) }
    if chance(8) { members.append(pick([#""bbox":[1,2]"#, #""x":{"type":"Feature"}"#, #""crs":null"#])) }
    members.shuffle(using: &random)
    // A text of its own with features before its type is read as a collection, so they come last here.
    if chance(30) { members.append(#""features":[]"#) }
    return "{" + members.joined(separator: chance(5) ? " , " : ",") + "}"
  }

  private mutating func brokenFeature() -> String {
    let point = #"{"type":"Point","coordinates":[1,2]}"#
    let properties = properties()
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return feature(id: pick(["true", "[1]", "{}", "nul", "01", "NaN"]), properties: properties, point)
    case 1: return feature(id: nil, properties: pick(["1", "[]", #""a""#, "false", "{1:2}"]), point)
    case 2: return feature(id: nil, properties: properties, brokenGeometry())
    case 3:
      return feature(id: nil, properties: #"{"a":\#(pick(["NaN", "1e", "+1", #""\x""#, #""\ud800""#, ".5"]))}"#, point)
    case 4: return #"{"type":"\#(pick(["feature", "Feat", "", "Pointe"]))","properties":{},"geometry":\#(point)}"#
    default: return #"{"type":"Feature","properties":\#(properties)}"#
    }
  }

  private mutating func soundID() -> String? {
    chance(2) ? nil : pick(["\(number(0...20))", #""a\#(number(0...5))""#])
  }

  private mutating func oddID() -> String? {
    pick([
      nil, "null", "-1", "1.0", "1.5", "-0", "9007199254740993", "18446744073709551616", #""""#, #""\u0000""#, #""1""#,
    ])
  }

  private mutating func properties() -> String {
    #"{"r":\#(number(1...900)),"w":\#(number(0...5)),"name":"\#(pick(["a", "b", "Ä", ""]))"}"#
  }

  private mutating func oddProperties() -> String {
    let numbers = ["0", "-1", "1e308", "-0.0", "1e-320", "null", #""5""#, "true", "[]", "18446744073709551615", "2.5"]
    return pick([
      "null", "{}", #"{"r":\#(pick(numbers)),"w":1}"#, #"{"r":5,"w":\#(pick(numbers))}"#,
      #"{"r":5,"r":6,"w":1,"__proto__":{"a":[1]},"a.b":1,"":2}"#,
      #"{"r":1,"cluster":true,"point_count":-4,"id":"x","part":"ring","radius_m":"far"}"#,
      #"{"r":20000,"w":9007199254740993,"name":\#(pick(["1", "null", "[null]", #""\ud83d\ude00""#]))}"#,
    ])
  }

  // MARK: Geometries

  private mutating func soundGeometry() -> String {
    let x = Double(number(-1700...1700)) / 10
    let y = Double(number(-800...800)) / 10
    return #"{"type":"Point","coordinates":[\#(x),\#(y)]}"#
  }

  private mutating func geometry(depth: Int) -> String {
    switch Int.random(in: 0..<(depth < 4 ? 9 : 7), using: &random) {
    case 0: return "null"
    case 1: return typed("Point", chance(9) ? "[]" : position())
    case 2: return typed("MultiPoint", list(0...4) { $0.position() })
    case 3: return typed("LineString", chance(9) ? "[]" : line(2...7))
    case 4: return typed("MultiLineString", list(0...3) { $0.line(2...5) })
    case 5: return typed("Polygon", polygon())
    case 6: return typed("MultiPolygon", list(0...3) { $0.polygon() })
    default:
      let parts = list(0...3) { $0.chance(9) ? $0.soundGeometry() : $0.geometry(depth: depth + 1) }
      return #"{"type":"GeometryCollection","geometries":\#(parts)}"#
    }
  }

  private mutating func brokenGeometry() -> String {
    typed(
      pick(["Point", "MultiPoint", "LineString", "Polygon", "MultiPolygon"]),
      pick([
        #"[["a"]]"#, "[1]", "{}", "null", "7", "[true,1]", "[1e400,0]", "[[[[[1,2]]]]]", "[[NaN,1],[2,3]]", #""1,2""#,
        "[[0,0],[[1,1]]]", "[1,2]x", "[1,2,]",
      ]))
  }

  private func typed(_ type: String, _ coordinates: String) -> String {
    #"{"type":"\#(type)","coordinates":\#(coordinates)}"#
  }

  private mutating func polygon() -> String { chance(12) ? "[]" : list(1...3) { $0.ring() } }

  /// A ring of few corners: a box, the same point, a walk that may cross itself, or a ring around a pole or the world.
  private mutating func ring() -> String {
    if chance(12) { return "[]" }
    let (x, y) = (longitude(), latitude())
    let (w, h) = (pick(["0", "1e-9", "3", "20", "180", "360"]), pick(["0", "1e-9", "2", "15"]))
    let (east, north) = ((Double(x) ?? 0) + (Double(w) ?? 0), (Double(y) ?? 0) + (Double(h) ?? 0))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return "[" + Array(repeating: "[\(x),\(y)]", count: 4).joined(separator: ",") + "]"
    case 1: return "[[\(x),\(y)],[\(east),\(north)],[\(east),\(y)],[\(x),\(north)],[\(x),\(y)]]"
    case 2: return "[[-180,80],[-60,\(y)],[60,80],[180,80],[-180,80]]"
    case 3:
      let start = position()
      return "[\(start)," + (0..<number(2...8)).map { _ in position() }.joined(separator: ",") + ",\(start)]"
    default: return "[[\(x),\(y)],[\(east),\(y)],[\(east),\(north)],[\(x),\(north)],[\(x),\(y)]]"
    }
  }

  private mutating func line(_ count: ClosedRange<Int>) -> String { chance(12) ? "[]" : list(count) { $0.position() } }

  private mutating func position() -> String {
    let more = chance(10) ? pick([",3", ",-0.0", ",1,2", ",null"]) : ""
    return "[\(longitude()),\(latitude())\(more)]"
  }

  private mutating func longitude() -> String {
    let edges = [
      "180", "-180", "179.9999999", "-179.9999999", "190", "360", "540", "-540", "0", "-0.0", "1e-320", "1e300",
    ]
    return chance(4) ? pick(edges) : "\(Double(number(-1800...1800)) / 10)"
  }

  private mutating func latitude() -> String {
    let edges = ["90", "-90", "89.9999999", "85.0511288", "85.06", "-85.06", "0", "91", "-1e9"]
    return chance(6) ? pick(edges) : "\(Double(number(-850...850)) / 10)"
  }

  // MARK: Choices

  private mutating func list(_ count: ClosedRange<Int>, _ item: (inout Self) -> String) -> String {
    "[" + (0..<number(count)).map { _ in item(&self) }.joined(separator: ",") + "]"
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...values.count - 1)] }
}
