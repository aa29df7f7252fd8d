import OvertileFileFormats
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
    Case("lat,lon", .csv), Case("\u{FEFF}id,lon,lat\r\n1,2,3\r\n", .csv),
    Case("fgb\u{3}fgb\u{0}", .flatGeobuf), Case("PAR1\u{15}\u{4}", .parquet), Case("PMTiles\u{3}", .pmtiles),
    Case(database("GPKG"), .geoPackage), Case(database("MPBX"), .mbtiles), Case(database("\0\0\0\0"), .sqlite),
    Case([0, 0, 0x27, 0x0A, 0, 0], .shapefile), Case([0, 0, 0, 13, 10, 9] + Array("OSMHeader".utf8), .osmPBF),
    Case(zip("places.shp"), .zippedShapefile), Case(zip("doc.kml"), .kmz), Case(zip("a.geojson"), .zip),
    Case(zip("[Content_Types].xml"), .workbook), Case([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .xz),
    Case([0x28, 0xB5, 0x2F, 0xFD], .zstd), Case("BZh91AY", .bzip2), Case([0x78, 0x9C, 1], .zlib),
    Case([0x1F, 0x8B, 8], .gzip), Case([0x89, 0x50, 0x4E, 0x47], .picture), Case("%PDF-1.7", .pdf),
    Case("<?xml version=\"1.0\"?>\n<!-- made by hand -->\n<kml xmlns=\"x\">", .kml), Case("<gpx>", .gpx),
    Case("<?xml version='1.0'?><wfs:FeatureCollection a='b'>", .gml), Case("<osm version='0.6'>", .osmXML),
    Case("<!DOCTYPE html><html><head><title>403 Forbidden</title>", .html), Case("\n<html>", .html),
    Case("<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>", .serviceError), Case("<a/>", .xml),
    Case("AccessDenied: you may not\n", .text), Case("Access denied, sorry\nTry again, please\n", .text),
    Case("POINT (1 2)", .wkt), Case("SRID=4326;POINT(1 2)", .wkt),
    Case("version https://git-lfs.github.com/spec/v1", .gitLFS),
    Case("<<<<<<< HEAD\n{}", .mergeConflict), Case("var places = {\"type\":1}", .javaScript),
    Case("callback({})", .javaScript),
    Case("// places\n{}", .comment), Case("# places\n{}", .comment), Case("a: 1\nb: 2\n", .yaml),
    Case("name: A\nsources:\n  a: {path: b}\n", .pipeline), Case(#"{"sources":{},"layers":{}}"#, .pipeline),
    Case(#"{"type":"FeatureCollection","features":[]}"#, .geoJSON), Case(#"{"x":[1,"]"],"type":"Point"}"#, .geoJSON),
    Case(#"[{"type":"Feature"}]"#, .geoJSONArray), Case("[1,2]", .jsonArray), Case("\u{1E}{}", .textSequence),
    Case(#"{"type":"Topology","objects":{}}"#, .topoJSON), Case(#"{"type":"FooBar"}"#, .json), Case("{", .json),
    Case(#"{"displayFieldName":"","features":[]}"#, .esriJSON),
    Case(#"{"features":[{"attributes":{},"geometry":{}}]}"#, .esriJSON),
    Case(#"{"version":0.6,"generator":"Overpass API","elements":[]}"#, .overpassJSON),
    Case(#"{"error":{"code":400}}"#, .jsonError), Case([0xE9, 0x74, 0xE9, 0x20, 0x61], .latin1),
    Case([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x7B], .markTwice), Case([1, 2, 3, 0xFF], .binary),
    Case([0xFF, 0xFE, 0x7B, 0], .utf16LE), Case([0xFE, 0xFF, 0, 0x7B], .utf16BE), Case([0x7B, 0, 0x22, 0], .utf16LE),
    Case([0, 0x7B, 0, 0x22], .utf16BE), Case([0x7B, 0, 0, 0], .utf32LE), Case([0, 0, 0, 0x7B], .utf32BE),
    Case([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], .utf32LE), Case([0, 0, 0xFE, 0xFF], .utf32BE),
  ]

  static func database(_ application: String) -> [UInt8] {
    Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 52) + Array(application.utf8)
  }

  static func zip(_ name: String) -> [UInt8] {
    [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 22) + [UInt8(name.utf8.count), 0, 0, 0] + Array(name.utf8) + [1]
  }

  @Test("every format by its first bytes", arguments: cases)
  func formats(_ example: Case) {
    let look = FileLook(example.bytes)
    #expect(look?.format == example.format, "\(look?.words ?? "")")
    #expect(look?.words.isEmpty == false && look?.advice(path: "/a/b.x").isEmpty == false)
  }

  @Test("nothing looks like nothing, and any cut of a head is looked at without harm")
  func cuts() {
    #expect(FileLook([]) == nil && FileLook(Array("\u{FEFF} \n".utf8)) == nil)
    for example in Self.cases {
      for length in example.bytes.indices { _ = FileLook(Array(example.bytes[..<length])) }
    }
  }

  @Test("every format has words")
  func words() {
    for format in FileFormat.allCases { #expect(format.words != format.rawValue || format == .geoJSON) }
  }

  @Test(
    "the advice is a command with the file's own name",
    arguments: [
      ("PAR1", "/d/my places.parquet", "FROM '/d/my places.parquet' t\" > '/d/my places.geojsonl'"),
      ("PAR1", "/d/it's $5.parquet", #"FROM '/d/it''s \$5.parquet' t" > '/d/it'\''s $5.geojsonl'"#),
      ("ARROW1", "/d/my places.arrow", "'/d/my places.geojsonl' '/d/my places.arrow'"),
      ("id,lng,lat\n1,2,3", "p.csv", "p.geojsonl p.csv -oo X_POSSIBLE_NAMES=lng -oo Y_POSSIBLE_NAMES=lat"),
      ("id,lng,lat\n1,2,3", "p.txt", "p.geojsonl CSV:p.txt -oo"), ("a,b\n1,2", "p.csv", "X_POSSIBLE_NAMES=LONGITUDE"),
      ("id,WKT\n1,2", "p.csv", "GEOM_POSSIBLE_NAMES=WKT"), ("fgb\u{3}", "p.v1.2.fgb", "p.v1.2.geojsonl p.v1.2.fgb"),
      ("BZh9", "p.geojson.bz2", "bzip2 -dc p.geojson.bz2 > p.geojson"), ("BZh9", "p.geojson", "> p.converted.geojson"),
      ("[{\"type\":\"Feature\"}]", "it's.json", #"jq -c '.[]' 'it'\''s.json' > 'it'\''s.geojsonl'"#),
      ("<kml>", ".hidden", "geojsonl .hidden"), ("<kml>", "/a.b/c", "/a.b/c.geojsonl /a.b/c"),
    ])
  func commands(head: String, path: String, words: String) {
    let advice = FileLook(Array(head.utf8))?.advice(path: path) ?? ""
    #expect(advice.contains(words), "\(advice)")
  }

  @Test("what is in a gzip file is read through gzip")
  func inflated() {
    let table = FileLook(Array("lon,lat\n1,2".utf8))?.advice(path: "p.csv.gz", isInflated: true) ?? ""
    #expect(table.contains("p.geojsonl /vsigzip/p.csv.gz -oo"), "\(table)")
    let array = FileLook(Array("[{\"type\":\"Feature\"}]".utf8))?.advice(path: "p.json.gz", isInflated: true) ?? ""
    #expect(array.contains("gzip -dc p.json.gz | jq -c '.[]' > p.geojsonl"), "\(array)")
  }

  @Test("addresses are told from paths")
  func addresses() {
    for path in ["/data/a.geojson", "a.geojson", "C:/a.geojson", "a b://c", "://a", "-"] {
      #expect(WebAddress(path) == nil, "\(path)")
    }
    let address = WebAddress("https://example.com/a/b.geojson?x=1&y=2")
    #expect(
      address?.advice(ending: "geojson").contains("curl -fL -o b.geojson 'https://example.com/a/b.geojson?x=1&y=2'")
        == true)
    #expect(WebAddress("http://example.com/api")?.advice(ending: "yaml").contains("-o places.yaml") == true)
    #expect(WebAddress("file:///a/b.geojson")?.advice(ending: "geojson").contains("paths: /a/b.geojson") == true)
    #expect(WebAddress("s3://a/b.geojson")?.scheme == "s3")
  }
}
