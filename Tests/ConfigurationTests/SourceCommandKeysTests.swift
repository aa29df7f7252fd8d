import Testing

@testable import OvertileConfiguration

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
    #expect(source.command == ["ogr2ogr", "-f", "GeoJSONSeq", "", "a b", "$HOME"])
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
    ("crs: EPSG:4326", "exactly one of the keys path, command"),
    ("path: a, command: [b]", "exactly one of the keys path, command"),
    ("command: ogr2ogr -f GeoJSONSeq", "expected a list"), ("command: []", "must not be empty"),
    ("command: [a, 7]", "put it in quotes"), ("command: [a], timeout: 10", "write 10s or 10min or 10h"),
    ("command: [a], timeout: 10 days", "valid units: s, min, h, d"), ("command: [a], timeout: 0s", "above 0"),
    ("command: [a], timeout: 999h", "above 0 and at most 168h"),
    ("path: a.geojson, layer: b", "only valid with a path that GDAL reads"),
    ("command: [a], where: b", "only valid with a path that GDAL reads"),
    ("path: a.gpkg, x: b", "only valid with a CSV file"),
    ("path: 'PG:dbname=a'", "missing key \"layer\"; set it to the table"),
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
    ("PASSWORD = 'a b' x", "PASSWORD = *** x"), ("https://me:p@ss@db/x", "https://me:***@db/x"),
    ("https://db/?access_token=abc&x=1", "https://db/?access_token=***&x=1"), ("PGPASSWORD=x", "PGPASSWORD=***"),
    ("password authentication failed", "password authentication failed"), ("a=b", "a=b"),
    ("x-api-key = \"a b\"; y", "x-api-key = ***; y"), ("token='a\\'b' c", "token=*** c"), ("token='a", "token=***"),
    ("secret= token=a b", "secret= *** b"), ("passwd=&pwd=1", "passwd=&pwd=***"), ("=token=", "=token="),
    ("curl -H 'Authorization: Bearer a.b c' https://x", "curl -H 'Authorization: ***' https://x"),
    ("Cookie: a=b; c", "Cookie: ***"),
    ("{\"api_key\": \"a b\", \"x\": 1}", "{\"api_key\": ***, \"x\": 1}"), ("token://x", "token://x"),
    ("curl -u me:pw https://x", "curl -u me:*** https://x"), ("curl --user='me:p w' x", "curl --user='me:***' x"),
    ("https://x/a?sv=1&sig=a%2Fb&se=2", "https://x/a?sv=1&sig=***&se=2"),
    ("https://x/?X-Amz-Signature=ab&X-Amz-Expires=1", "https://x/?X-Amz-Signature=***&X-Amz-Expires=1"),
    ("password=a\\ b x", "password=*** x"), ("PG:host=a password = 'b''c", "PG:host=a password = ***"),
    ("PG:sslpassword=a\\'b\\ c host=x", "PG:sslpassword=*** host=x"),
    ("PG:password='a=b' dbname='x y'", "PG:password=*** dbname='x y'"),
    ("PG:postgresql://db/x?password=p%40s&user=me", "PG:postgresql://db/x?password=***&user=me"),
  ])
  func secretsAreMasked(_ text: String, _ masked: String) { #expect(SecretText.masked(text) == masked) }

  @Test func aCommandLineForPeople() {
    let words = ["tool", "--password", "hunter22", "a b", "", "token=abcd1234"]
    #expect(SecretText.shown(words) == "tool --password *** \"a b\" \"\" token=***")
    #expect(SecretText.secrets(words) == ["hunter22", "abcd1234"])
    let headers = ["curl", "-H", "X-Api-Key: Digest a=\"b\"", "-u", "me:hunter22", "-H", "Accept: text/x"]
    #expect(SecretText.shown(headers) == "curl -H \"X-Api-Key: ***\" -u me:*** -H \"Accept: text/x\"")
    #expect(SecretText.secrets(headers) == ["Digest a=\"b\"", "hunter22"])
    #expect(SecretText.shown([String(repeating: "x", count: 5000)]).count <= 1001)
    #expect(SecretText.shown(["mysql", "-phunter22", "-b", "sid=1"]) == "mysql -p*** -b ***")
    #expect(
      SecretText.shown(["ogr2ogr", "--config", "AWS_SECRET_ACCESS_KEY", "a"])
        == "ogr2ogr --config AWS_SECRET_ACCESS_KEY ***")
    #expect(SecretText.shown(["curl", "--oauth2-bearer", "a"]) == "curl --oauth2-bearer ***")
    #expect(SecretText.hidden("at https://u:p@h/x?a=1&key=abc no") == "at https://u:***@h/x?a=1&key=*** no")
  }

  // As PQconninfoParse of libpq reads them.
  @Test(arguments: [
    ("PG:dbname=a password=b host=c", ["b", "b"]), ("PG:password='a\\'b c' host=c", ["a'b c", "'a\\'b c'"]),
    ("PG:password = a\\ b\\\\ host=c", ["a b\\", "a\\ b\\\\"]),
    ("PG:passwords=1x sslpassword=b'c", ["1x", "1x", "b'c", "b'c"]),
    ("PG:postgresql://me:p%40ss@db/x", ["p%40ss", "p@ss"]), ("PG:dbname=a", []), ("PG:dbname=a b", nil),
    ("PG:postgresql://me:a/b c@d@db/x", ["a/b c@d", "a/b c@d", "a/b c", "d"]),
    ("PG:password='a", nil),
    ("PG:=a", nil),
  ])
  func theSecretsOfAConnection(_ text: String, _ secrets: [String]?) {
    #expect(ConnectionText(text)?.secrets == secrets)
  }

  @Test func aVariableStaysOneValueOfAConnection() throws {
    let environment = ["DB_PASSWORD": "it's a \\ secret", "HOST": "a b"]
    let text = "PG:host=${HOST} password=${DB_PASSWORD} user='x'"
    let read = try EnvironmentText.substitute(text, environment)
    #expect(ConnectionText(read) == nil || ConnectionText(read)?.secrets.first == "it's a \\ secret")
    #expect(try EnvironmentText.substitute("PG:password=${DB_PASSWORD:-} host=a", [:]) == "PG:password='' host=a")
    let quoted = try EnvironmentText.substitute("PG:password='${DB_PASSWORD}'", environment)
    #expect(ConnectionText(quoted)?.secrets.first == "it's a \\ secret")
    #expect(SecretText.hidden("so it's a \\ secret, \"it's a \\\\ secret\"") == "so ***, \"***\"")
  }

  // A quadratic search took ten seconds for a word of 5,000 characters.
  @Test(.timeLimit(.minutes(1)), arguments: ["x", "token", "=", "'", "token='\\", "a = ", "://a:"])
  func longTextsTakeTimeInProportion(part: String) {
    let text = String(repeating: part, count: 60_000 / part.count)
    #expect(SecretText.masked(text).count >= 3)
  }
}
