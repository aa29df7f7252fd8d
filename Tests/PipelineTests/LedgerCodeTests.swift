import Foundation
import TestSupport
import Testing

@testable import OvertilePublishing
@testable import OvertileReading

/// The list of codes is complete: each is produced by an input here and explained by the page of the ledger, and there are
/// no others.
@Suite struct LedgerCodeTests {
  private static func feature(_ geometry: String, _ properties: String = "{}", more: String = "") -> String {
    #"{"type":"Feature",\#(more)"geometry":\#(geometry),"properties":\#(properties)}"#
  }

  private static func geometry(_ type: String, _ coordinates: String, _ properties: String = "{}") -> String {
    feature(#"{"type":"\#(type)","coordinates":\#(coordinates)}"#, properties)
  }

  private static let point = geometry("Point", "[1,2]")
  private static let bowtie = geometry("Polygon", "[[[0,0],[10,10],[10,0],[0,9],[0,0]]]")
  private static let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)

  /// A feature, the layer that it is mapped into, and the resulting ledger.
  private static let cases: [(text: String, layer: String, code: LedgerCode)] = [
    (feature("null", "{\"a\":tru}"), clusters, .invalidJSON), ("stray words", clusters, .invalidJSON),
    (feature("null", #"{"a":"\x"}"#), clusters, .invalidEscape),
    (#"{"type":"Nonsense"}"#, clusters, .unknownType), (#"{"type":"Feature"}"#, clusters, .missingGeometry),
    (feature("5"), clusters, .invalidGeometry), (geometry("Point", "[1]"), clusters, .invalidCoordinates),
    (geometry("Point", "[1e999,2]"), clusters, .numberOutOfRange),
    (feature("null", more: #""id":{},"#), clusters, .invalidID), (feature("null", "[]"), clusters, .invalidProperties),
    (geometry("Polygon", "[[[0,0],[1,0],[0,0]]]"), shapes, .ringTooShort),
    (geometry("Polygon", "[[[0,0],[1,0],[1,1],[0,1]]]"), shapes, .ringNotClosed),
    (geometry("LineString", "[[1,2]]"), shapes, .lineTooShort),
    (feature("null", #"{"a":\#(deep)}"#), clusters, .tooDeep), (geometry("Point", "[1,95]"), clusters, .notTransformed),
    (geometry("LineString", "[[0,0],[1,1]]"), clusters, .wrongGeometry), (bowtie, shapes, .notValid),
    (geometry("LineString", "[[1,1],[1,1]]"), shapes, .collapsed),
    (geometry("Point", "[1,2]", #"{"r":"wide"}"#), circles, .expression),
    (geometry("Point", "[1,2]", #"{"r":0}"#), circles, .badRadius),
    (geometry("Point", "[1,2]", #"{"w":-1}"#), clusters, .badWeight), (feature("null"), clusters, .noGeometry),
    (geometry("Point", "[1,2]", #"{"r":1e-6}"#), circles, .neverShown),
    (geometry("Point", "[1,2]", #"{"hidden":true}"#), clusters, .filtered),
    (geometry("Point", "[1,86]"), clusters, .repaired), (point, "duplicates: drop, " + clusters, .repeated),
  ]

  private static let clusters =
    #"kind: cluster, filter: ["!", ["has", "hidden"]], cluster: {weight: ["coalesce", ["get", "w"], 1]}"#
  private static let circles = "kind: circle, circle: {radius: {property: r, unit: km}, hide: {belowSize: 0.01px}}"
  private static let shapes = "kind: shape"

  /// The entries for a file.
  private func ledger(_ input: Data, _ layer: String, policy: String = "skip") throws -> [LedgerLine] {
    let scenario = try Scenario()
    try input.write(to: scenario.folder.appendingPathComponent("in.json"))
    try scenario.build(
      """
      name: Codes
      sources: {in: {path: in.json, onInvalid: \(policy), maxRejected: 100%}}
      layers: {shown: {source: in, zooms: 0-1, \(layer)}}
      output: {path: out, ledger: {filtered: true}}
      """)
    return try scenario.ledger()
  }

  /// The only entry for a file.
  private func entry(_ input: Data, _ layer: String) throws -> LedgerLine? {
    let ledger = try ledger(input, layer)
    #expect(ledger.count == 1)
    return ledger.first
  }

  /// The entries of some features after a good one, one each, in their order.
  private func entries(_ texts: [String], _ layer: String, policy: String = "skip") throws -> [LedgerLine] {
    let good = layer == Self.circles ? Self.geometry("Point", "[3,4]", #"{"r":50}"#) : Self.point
    let input = Data(([good] + texts).map { $0 + "\n" }.joined().utf8)
    let ledger = try ledger(input, layer, policy: policy).sorted { $0.index < $1.index }
    try #require(ledger.map(\.index) == (1...UInt64(texts.count)).map { $0 }, "\(ledger)")
    return ledger
  }

  @Test func everyCodeIsProducedByAnInput() throws {
    var produced: Set<LedgerCode> = []
    for (layer, cases) in Dictionary(grouping: Self.cases, by: \.layer) {
      for (entry, (text, _, code)) in zip(try entries(cases.map(\.text), layer), cases) {
        #expect(entry.code == code.rawValue && entry.action == code.action.rawValue, "\(code)")
        #expect(!entry.reason.isEmpty, "\(code)")
        if code == .invalidJSON { #expect(entry.text?.hasPrefix(String(text.prefix(11))) == true, "\(text)") }
        produced.insert(code)
      }
    }
    let bytes = Data(#"{"type":"Feature","geometry":null,"properties":{"a":""#.utf8) + [0xFF] + Data("\"}}\n".utf8)
    #expect(try entry(Data((Self.point + "\n").utf8) + bytes, Self.clusters)?.code == "invalid-utf8")
    let collection = #"{"type":"FeatureCollection","features":[\#(Self.point),5]}"#
    #expect(try entry(Data(collection.utf8), Self.clusters)?.code == "not-an-object")
    let twice = Self.feature(#"{"type":"Point","coordinates":[1,2]}"#, more: #""id":7,"#)
    let duplicate = try entry(Data((twice + "\n" + twice + "\n").utf8), Self.clusters)
    #expect(duplicate?.code == "duplicate-id" && duplicate?.action == "noted")
    for (member, code) in [("bbox", LedgerCode.badBounds), ("features", .mixedMembers)] {
      let text = Self.feature(#"{"type":"Point","coordinates":[1,2]}"#, more: #""\#(member)":[],"#)
      let noted = try entries([text], Self.clusters)[0]
      #expect(noted.code == code.rawValue && noted.action == "noted" && noted.layer == nil)
      produced.insert(code)
    }
    produced.formUnion([.invalidUTF8, .notAnObject, .duplicateID])
    // Features beyond the budgets are made in the tests of the command line.
    produced.formUnion([.tooLarge, .tooManyTiles, .tooComplex, .edgeTooCurved])
    // Borders are joined there, too.
    produced.formUnion([.snapped, .notSnapped])
    #expect(Set(LedgerCode.allCases) == produced)
  }

  /// A geometry, its repairs, and whether they need `onInvalid: repair`.
  private static let repairs: [(type: String, coordinates: String, repairs: [String], isFault: Bool)] = [
    ("LineString", "[[0,0],[0,0],[5,5]]", ["duplicate-vertices"], false),
    ("LineString", "[[170,0],[190,5]]", ["antimeridian"], false),
    ("LineString", "[[170,0],[-170,5]]", ["antimeridian"], false),
    ("Point", "[190,5]", ["antimeridian"], false), ("LineString", "[[0,0],[0,88]]", ["coordinates-clamped"], false),
    (
      "MultiPolygon", "[[[[0,0],[9,0],[9,9],[0,0]]],[[[20,0],[20.00000001,0],[20,0.00000001],[20,0]]]]",
      ["duplicate-vertices", "grid"], false
    ),
    ("Polygon", "[[[0,0],[10,10],[10,0],[0,9],[0,0]]]", ["validity"], true),
    // As written these are valid; on the map, where steps go the short way, they are not.
    ("Polygon", "[[[175,0],[179,7],[-170,3],[175,1],[175,0]]]", ["antimeridian", "validity"], true),
    (
      "MultiPolygon", "[[[[170,0],[190,0],[190,9],[170,9],[170,0]]],[[[-175,1],[-165,1],[-165,8],[-175,8],[-175,1]]]]",
      ["antimeridian", "validity"], true
    ),
    ("Polygon", "[[[0,0],[9,0],[9,9],[0,9]]]", ["ring-closed"], true),
    ("Polygon", "[[[0,0],[9,0],[9,9]]]", ["ring-closed"], true),
    ("Point", "[0,-90.5]", ["coordinates-clamped", "latitude-clamped"], true),
  ]

  @Test func everyRepairIsProducedByAnInput() throws {
    let texts = Self.repairs.map { Self.geometry($0.type, $0.coordinates) }
    let repaired = try entries(texts, Self.shapes, policy: "repair")
    let skipped = try entries(texts, Self.shapes)
    for (index, (_, _, repairs, isFault)) in Self.repairs.enumerated() {
      #expect(repaired[index].action == "repaired" && repaired[index].code == "repaired", "\(texts[index])")
      #expect(Set(repaired[index].repairs ?? []) == Set(repairs), "\(repaired[index])")
      #expect(skipped[index].action == (isFault ? "rejected" : "repaired"), "\(texts[index])")
      #expect(Self.ofFaults.isDisjoint(with: repairs) != isFault)
    }
  }

  /// The repairs that `onInvalid: repair` allows.
  private static let ofFaults: Set = ["validity", "ring-closed", "latitude-clamped"]

  @Test func aLatitudeFarBeyondThePoleIsNotRepaired() throws {
    let entries = try entries([Self.geometry("Point", "[0,91.5]")], Self.shapes, policy: "repair")
    #expect(entries.map(\.code) == ["not-transformed"])
  }

  /// A ledger is known by its first line, whatever its code.
  @Test(arguments: LedgerCode.allCases) func everyCodeMayComeFirst(code: LedgerCode) {
    let line = #"{"action":"\#(code.action.rawValue)","byteOffset":41,"code":"\#(code.rawValue)","file":"in.json"}"#
    #expect(FileMark.ledger.matches(Array(line.utf8)))
  }

  @Test func thePageExplainsEveryCodeAndRepair() throws {
    let file = PythonOracle.packageRoot.appendingPathComponent(
      "Sources/OvertilePipeline/OvertilePipeline.docc/Codes.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let rows = Set(page.split(separator: "\n").map(String.init).filter { $0.hasPrefix("| `") })
    for code in LedgerCode.allCases {
      let row = "| `\(code.rawValue)` | \(code.action.rawValue) | \(code.meaning) |"
      #expect(rows.contains(row), "the page lacks: \(row)")
    }
    for repair in Repair.allCases {
      let row =
        "| `\(repair.rawValue)` | \(Self.ofFaults.contains(repair.rawValue) ? "repair" : "always") | \(repair.meaning) |"
      #expect(rows.contains(row), "the page lacks: \(row)")
    }
    let known = Set(LedgerCode.allCases.map(\.rawValue) + Repair.allCases.map(\.rawValue))
    let named = rows.compactMap { row -> String? in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let words = LedgerAction.allCases.map(\.rawValue) + ["always", "repair"]
      return cells.count == 3 && words.contains(cells[1]) ? cells[0].trimmingCharacters(in: ["`"]) : nil
    }
    #expect(Set(named) == known)
  }
}
