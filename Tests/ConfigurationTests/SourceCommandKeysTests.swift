import OvertileConfiguration
import Testing

/// The keys of sources that are commands, or that GDAL reads.
@Suite struct SourceCommandKeysTests {
  private func yaml(_ source: String) -> String {
    """
    name: Minimal
    sources:
      quakes: {\(source)}
    layers:
      points: {source: quakes, kind: cluster, zooms: 0-3}
    output: {path: out}
    """
  }

  private func source(_ text: String) throws -> SourceConfiguration {
    try #require(try PipelineConfiguration(yaml: yaml(text), file: "x.yaml").sources.first)
  }

  @Test func aCommandIsAListOfArguments() throws {
    let source = try source("command: [ogr2ogr, -f, GeoJSONSeq, '', 'a b', $HOME]")
    #expect(source.command?.value == ["ogr2ogr", "-f", "GeoJSONSeq", "", "a b", "$HOME"])
    #expect(source.paths.isEmpty && source.timeoutSeconds == 1800)
  }

  @Test(arguments: [("90s", 90.0), ("10m", 600), ("10min", 600), ("1.5 h", 5400), ("0.5s", 0.5)])
  func timeouts(_ text: String, _ seconds: Double) throws {
    #expect(try source("command: [a], timeout: \(text)").timeoutSeconds == seconds)
  }

  @Test func whatIsTakenOfATable() throws {
    let source = try source("path: a.gpkg, layer: places, columns: [a, b], where: 'a > 1'")
    #expect(source.selection.layer == "places" && source.selection.columns == ["a", "b"])
    #expect(source.selection.condition == "a > 1" && !source.selection.detectsTypes)
    let csv = try self.source("path: a.CSV, x: lon, y: lat, detectTypes: true").selection
    #expect(csv.x == "lon" && csv.y == "lat" && csv.detectsTypes)
  }

  @Test func inputsAreNoPartOfTheDigest() throws {
    let texts = ["path: a.geojson", "path: a.gpkg, layer: b", "command: [cat, a], timeout: 5s"].map { yaml($0) }
    let canonical = try texts.map { try PipelineConfiguration(yaml: $0, file: "x.yaml").canonicalText }
    #expect(Set(canonical).count == 1)
  }

  @Test(arguments: [
    ("crs: EPSG:4326", "missing key \"path\" (or \"command\")"),
    ("path: a, command: [b]", "a path or a command, not both"),
    ("command: ogr2ogr -f GeoJSONSeq", "expected a list"), ("command: []", "must not be empty"),
    ("command: [a, 7]", "put it in quotes"), ("command: [a], timeout: 10", "a duration with a unit"),
    ("command: [a], timeout: 10 days", "not a duration"), ("command: [a], timeout: 0s", "above 0"),
    ("command: [a], timeout: 999h", "above 0 and at most 168h"),
    ("path: a.geojson, layer: b", "needs a path that GDAL reads"),
    ("command: [a], where: b", "needs a path that GDAL reads"),
    ("path: a.gpkg, x: b", "needs a CSV file"), ("path: 'PG:dbname=a'", "missing key \"layer\": the table"),
    ("comand: [a]", "did you mean \"command\"?"),
  ])
  func mistakes(_ text: String, _ says: String) {
    let reasons = Sample.problems(yaml(text)).map(\.reason)
    #expect(reasons.contains { $0.contains(says) }, "\(reasons)")
  }

  @Test(arguments: [
    ("a.fgb", TableFormat.flatGeobuf), ("b/c.GPKG", .geoPackage), ("a.shp", .shapefile), ("a.shp.zip", .shapefile),
    ("a.csv", .csv), ("a.kmz", .kml), ("a.gpx", .gpx), ("PG:dbname=x", .postGIS), ("a.geojson", nil), ("a.csv.gz", nil),
    ("csv", nil), ("-", nil),
  ])
  func formatsAreToldByTheirNames(_ path: String, _ format: TableFormat?) { #expect(TableFormat(path: path) == format) }

  @Test(arguments: [
    ("PG:host=a password=secret user=b", "PG:host=a password=*** user=b"),
    ("PASSWORD = 'a b' x", "PASSWORD=*** x"), ("https://me:p@ss@db/x", "https://me:***@db/x"),
    ("https://db/?access_token=abc&x=1", "https://db/?access_token=***&x=1"), ("PGPASSWORD=x", "PGPASSWORD=***"),
    ("password authentication failed", "password authentication failed"), ("a=b", "a=b"),
    ("x-api-key = \"a b\"; y", "x-api-key=***; y"), ("token='a\\'b' c", "token=*** c"), ("token='a", "token='a"),
    ("secret= token=a b", "secret=*** b"), ("passwd=&pwd=1", "passwd=&pwd=***"), ("=token=", "=token="),
  ])
  func secretsAreMasked(_ text: String, _ masked: String) { #expect(SecretText.masked(text) == masked) }

  @Test func aCommandLineForPeople() {
    let words = ["tool", "--password", "hunter22", "a b", "", "token=abcd1234"]
    #expect(SecretText.shown(words) == "tool --password *** \"a b\" \"\" token=***")
    #expect(SecretText.secrets(words) == ["hunter22", "abcd1234"])
    #expect(SecretText.shown([String(repeating: "x", count: 5000)]).count <= 1001)
  }

  // A quadratic search took ten seconds for a word of 5,000 characters.
  @Test(.timeLimit(.minutes(1)), arguments: ["x", "token", "=", "'", "token='\\", "a = ", "://a:"])
  func longTextsTakeTimeInProportion(part: String) {
    let text = String(repeating: part, count: 60_000 / part.count)
    #expect(SecretText.masked(text).count >= 3)
  }
}
