import TestSupport

/// Features of every kind as JSON texts, on one line each: with ids and without, repeated, contradicting, at the poles and
/// on both sides of the antimeridian.
struct RandomFeatures {
  private(set) var texts: [String] = []
  private var random: SeededRandom

  init(seed: UInt64, count: Int) {
    random = SeededRandom(seed: seed)
    for _ in 0..<count {
      let properties = self.properties()
      let feature = self.feature(id: id(), geometry: geometry(), properties)
      texts.append(feature)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: texts.append(feature)
      case 1: texts.append(self.feature(id: #""id":7,"#, geometry: geometry(), properties))
      case 2: texts.append(self.feature(id: "", geometry: #"{"type":"Point","coordinates":[1,1]}"#, []))
      default: break
      }
    }
  }

  private mutating func feature(id: String, geometry: String, _ properties: [String]) -> String {
    let members = properties.shuffled(using: &random).joined(separator: ",")
    return #"{"type":"Feature",\#(id)"geometry":\#(geometry),"properties":{\#(members)}}"#
  }

  private mutating func id() -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: #""id":"a\#(Int.random(in: 0...3, using: &random))","#
    case 1: #""id":\#(Int.random(in: 0...9, using: &random)),"#
    case 2: #""id":\#(Int.random(in: 0...9, using: &random)).5,"#
    case 3: #""id":-\#(Int.random(in: 1...9, using: &random)),"#
    case 4: #""id":90071992547409\#(Int.random(in: 10...99, using: &random)),"#
    default: ""
    }
  }

  private mutating func properties() -> [String] {
    var members: [String] = []
    let mag = ["1", "1.0", "2.5", "-0.0", "0", "1e2", "null", "\"3\"", "18446744073709551615"]
    if Int.random(in: 0..<6, using: &random) > 0 {
      members.append(#""mag":\#(mag.randomElement(using: &random) ?? "1")"#)
    }
    if Bool.random(using: &random) {
      members.append(#""name":"\#(["", "Ä", "b", "\\u0062"].randomElement(using: &random) ?? "")""#)
    }
    if Bool.random(using: &random) { members.append(#""open":\#(Bool.random(using: &random))"#) }
    if Int.random(in: 0..<4, using: &random) == 0 { members.append(#""tags":[1, {"a":null}]"#) }
    if Int.random(in: 0..<9, using: &random) == 0 { members.append(#""id":"property""#) }
    return members
  }

  // MARK: Geometries

  private mutating func geometry() -> String {
    switch Int.random(in: 0..<14, using: &random) {
    case 0: "null"
    case 1: #"{"type":"MultiPoint","coordinates":[\#(points(4))]}"#
    case 2: #"{"type":"LineString","coordinates":[\#(walk(5))]}"#
    case 3: #"{"type":"MultiLineString","coordinates":[[\#(walk(3))],[\#(walk(4))]]}"#
    case 4: #"{"type":"Polygon","coordinates":[\#(ring())]}"#
    case 5: #"{"type":"MultiPolygon","coordinates":[[\#(ring())],[\#(ring())]]}"#
    case 6:
      #"{"type":"GeometryCollection","geometries":[\#(point()),{"type":"Polygon","coordinates":[\#(ring())]}]}"#
    case 7: #"{"type":"MultiPoint","coordinates":[]}"#
    case 8: #"{"type":"GeometryCollection","geometries":[]}"#
    default: point()
    }
  }

  private mutating func point() -> String { #"{"type":"Point","coordinates":\#(text(place()))}"# }

  private mutating func points(_ count: Int) -> String {
    (0..<count).map { _ in text(place()) }.joined(separator: ",")
  }

  /// Half of the positions lie around a few towns, so that there are clusters; the others at the edges of the world.
  private mutating func place() -> (Double, Double) {
    let towns = [(13.4, 52.5), (-0.1, 51.5), (179.9, -17.5), (-179.9, -17.5), (0, 0)]
    if Int.random(in: 0..<4, using: &random) > 0, let town = towns.randomElement(using: &random) {
      return (town.0 + offset(2), town.1 + offset(2))
    }
    let longitudes = [-180, 180, 179.99999, -179.99999, 190.5, 0, Double.random(in: -180...180, using: &random)]
    let latitudes = [-90, 90, 85.06, -85.06, 0, Double.random(in: -90...90, using: &random)]
    return (longitudes.randomElement(using: &random) ?? 0, latitudes.randomElement(using: &random) ?? 0)
  }

  private mutating func offset(_ span: Double) -> Double { Double.random(in: -span / 2...span / 2, using: &random) }

  private mutating func walk(_ count: Int) -> String {
    var (x, y) = place()
    return (0..<count).map { _ in
      (x, y) = (x + offset(20), min(max(y + offset(20), -90), 90))
      return text((x, y))
    }.joined(separator: ",")
  }

  private mutating func ring() -> String {
    let (x, y) = place()
    let (width, height) = (Double.random(in: 0.01...12, using: &random), Double.random(in: 0.01...12, using: &random))
    let corners = [(0, 0), (width, 0), (width * 0.8, height), (width / 2, height / 3), (0, height), (0, 0)]
    return "[" + corners.map { text((x + $0.0, min(max(y + $0.1, -90), 90))) }.joined(separator: ",") + "]"
  }

  private func text(_ place: (Double, Double)) -> String {
    // Longitudes up to 360 are valid; a step beyond is not wanted here.
    "[\(min(max(place.0, -355), 355)),\(min(max(place.1, -90), 90))]"
  }
}
