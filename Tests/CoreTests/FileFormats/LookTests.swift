import OvertileCore
import Testing

@Suite("What a file looks like")
struct LookTests {
  struct Case: Sendable {
    var bytes: [UInt8]
    var format: FileFormat

    init(_ text: String, _ format: FileFormat) { (bytes, self.format) = (Array(text.utf8), format) }

    init(_ bytes: [UInt8], _ format: FileFormat) { (self.bytes, self.format) = (bytes, format) }
  }

  static let cases: [Case] = [
    Case("id,lng,lat\n1,2,3\n", .csv), Case("name;lat;lon\nA;1,5;2,5\n", .csv), Case("a\tb\n1\t2\n", .csv),
    Case("\u{FEFF}id,lon,lat\r\n1,2,3\r\n", .csv), Case("lat,lon", .text), Case("Access denied\nTry again\n", .text),
    Case("fgb\u{3}fgb\u{0}", .flatGeobuf), Case("PMTiles\u{3}", .binary), Case(database("GPKG"), .geoPackage),
    Case(database("\0\0\0\0"), .sqlite), Case([0, 0, 0x27, 0x0A, 0, 0], .shapefile), Case([0x50, 0x4B, 3, 4], .zip),
    Case([0x1F, 0x8B, 8], .binary), Case([1, 2, 3, 0xFF], .binary), Case([0x7B, 0, 0, 0], .binary),
    Case("<?xml version=\"1.0\"?>\n<!-- made by <gpx> -->\n<kml xmlns=\"x\">", .kml), Case("<gpx>", .gpx),
    Case("<?xml version='1.0'?><k:kml a='b'>", .kml), Case("<OGRVRTDataSource/>", .xml),
    Case("<!DOCTYPE html><html><head><title>403 Forbidden</title>", .html), Case("\n<html>", .html),
    Case(#"{"type":"FeatureCollection","features":[]}"#, .geoJSON), Case(#"{"x":[1,"]"],"type":"Point"}"#, .geoJSON),
    Case(#"[{"type": "Feature"}]"#, .geoJSON), Case("[1,2]", .json), Case("\u{1E}{}", .textSequence),
    Case(#"{"type":"Topology","objects":{}}"#, .json), Case("{", .json), Case([0xFF, 0xFE, 0x7B, 0], .utf16),
    Case([0xFE, 0xFF, 0, 0x7B], .utf16), Case([0x7B, 0, 0x22, 0], .binary), Case([0, 0x7B, 0, 0x22], .binary),
  ]

  static func database(_ application: String) -> [UInt8] {
    Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 52) + Array(application.utf8)
  }

  @Test("every format by its first bytes", arguments: cases)
  func formats(_ example: Case) {
    let format = FileLook(example.bytes)?.format
    #expect(format == example.format)
    #expect(format?.words.isEmpty == false && format?.advice.isEmpty == false)
  }

  @Test("nothing looks like nothing, and any cut of a head is looked at without harm")
  func cuts() {
    #expect(FileLook([]) == nil && FileLook(Array("\u{FEFF} \n".utf8)) == nil)
    for example in Self.cases {
      for length in example.bytes.indices { _ = FileLook(Array(example.bytes[..<length])) }
    }
  }

  @Test(
    "content stands under the ending of its format only",
    arguments: [
      ("<kml>", "kml", true), ("<OGRVRTDataSource/>", "kml", false), ("<OGRVRTDataSource/>", "gpkg", false),
      ("<OGRVRTDataSource/>", "csv", false), ("<OGRVRTDataSource/>", "shp", false), ("a;b", "csv", true),
      ("PK\u{3}\u{4}", "kmz", true), ("PK\u{3}\u{4}", "kml", false), ("fgb\u{3}", "fgb", true),
    ])
  func endings(text: String, ending: String, agrees: Bool) {
    #expect(FileLook(Array(text.utf8))?.agrees(withExtension: ending) == agrees)
  }

  @Test("addresses are told from paths")
  func addresses() {
    for path in ["/data/a.geojson", "a.geojson", "C:/a.geojson", "a b://c", "://a", "-"] {
      #expect(WebAddress.advice(path) == nil, "\(path)")
    }
    #expect(WebAddress.advice("https://example.com/a.geojson?x=1")?.contains("Download it first") == true)
    #expect(WebAddress.advice("file:///a/b.geojson")?.contains("by its path: /a/b.geojson") == true)
  }
}
