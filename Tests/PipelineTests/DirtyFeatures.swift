import TestSupport

/// Features, many of them wrong in some way, each on one line, numbered by the property `n`.
struct DirtyFeatures {
  private(set) var texts: [String] = []

  init(seed: UInt64, count: Int) {
    var random = SeededRandom(seed: seed)
    texts = (0..<count).map { Self.feature($0, &random) }
  }

  private static func feature(_ number: Int, _ random: inout SeededRandom) -> String {
    let x = Double.random(in: -170...160, using: &random)
    let y = Double.random(in: -80...70, using: &random)
    func at(_ dx: Double, _ dy: Double) -> String { "[\(x + dx),\(y + dy)]" }
    let ring = [at(0, 0), at(5, 0), at(5, 5), at(0, 5)]
    let rings = (
      good: (ring + [ring[0]]).joined(separator: ","), turned: ([ring[0]] + ring.reversed()).joined(separator: ","),
      open: ring.joined(separator: ","), crossed: [ring[0], ring[2], ring[1], ring[3], ring[0]].joined(separator: ","),
      doubled: (ring + [ring[3], ring[0]]).joined(separator: ",")
    )
    let geometries = [
      #"{"type":"Point","coordinates":\#(at(0, 0))}"#, #"{"type":"Point","coordinates":\#(at(1, 1))}"#,
      #"{"type":"Point","coordinates":[\#(x),95]}"#, #"{"type":"Point","coordinates":[\#(x),90.5]}"#,
      #"{"type":"Point","coordinates":[\#(x),87]}"#, #"{"type":"Point","coordinates":[\#(x)]}"#,
      #"{"type":"Point","coordinates":[200,\#(y)]}"#, "null", "7",
      #"{"type":"LineString","coordinates":[\#(at(0, 0)),\#(at(9, 3))]}"#,
      #"{"type":"LineString","coordinates":[\#(at(0, 0)),\#(at(0, 0))]}"#,
      #"{"type":"LineString","coordinates":[[175,\#(y)],[-175,\#(y)]]}"#,
      #"{"type":"Polygon","coordinates":[[\#(rings.good)]]}"#,
      #"{"type":"Polygon","coordinates":[[\#(rings.turned)]]}"#,
      #"{"type":"Polygon","coordinates":[[\#(rings.open)]]}"#,
      #"{"type":"Polygon","coordinates":[[\#(rings.crossed)]]}"#,
      #"{"type":"Polygon","coordinates":[[\#(rings.doubled)]]}"#,
    ]
    let geometry = geometries.randomElement(using: &random) ?? "null"
    let radius = ["5", "0", "\"x\"", "80", "1e-9"].randomElement(using: &random) ?? "5"
    let hidden = Int.random(in: 0..<6, using: &random) == 0 ? #","hidden":true"# : ""
    let text = #"{"type":"Feature","geometry":\#(geometry),"properties":{"n":\#(number),"r":\#(radius)\#(hidden)}}"#
    switch Int.random(in: 0..<25, using: &random) {
    case 0: return "[\(number)]"
    case 1: return #"{"type":"Feature","geometry":null,"properties":{"n":tru}}"#
    case 2: return #"{"type":"Feature","id":[],"geometry":null,"properties":{}}"#
    default: return text
    }
  }
}
