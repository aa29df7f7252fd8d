import OvertileConfiguration
import OvertileExpressions
import Testing

/// One mistake and its message.
struct Mistake: Sendable, CustomStringConvertible {
  let yaml: String
  let code: ConfigurationProblem.Code
  let line: Int
  let column: Int
  let keyPath: String
  /// A part of the reason.
  let says: String

  init(
    _ yaml: String, _ code: ConfigurationProblem.Code, _ line: Int, _ column: Int, _ keyPath: String, _ says: String
  ) {
    (self.yaml, self.code, self.line, self.column) = (yaml, code, line, column)
    (self.keyPath, self.says) = (keyPath, says)
  }

  /// The minimal configuration with a line of it replaced.
  init(
    replacing old: String, by new: String, _ code: ConfigurationProblem.Code, _ line: Int, _ column: Int,
    _ keyPath: String, _ says: String
  ) {
    self.init(Sample.minimal.replacing(old, with: new), code, line, column, keyPath, says)
  }

  /// A layer's block in place of the minimal one's; it begins at line 6, column 5.
  init(
    layer: String, _ code: ConfigurationProblem.Code, _ line: Int, _ column: Int, _ keyPath: String, _ says: String
  ) {
    self.init(Sample.withLayer("source: quakes\n" + layer), code, line, column, "layers.points" + keyPath, says)
  }

  var description: String { "\(code) \(keyPath) \(says)" }
}

@Suite struct ProblemTests {
  private func check(_ mistake: Mistake) throws {
    let problems = Sample.problems(mistake.yaml, environment: ["EMPTY": ""])
    #expect(problems.count == 1, "\(problems)")
    let problem = try #require(problems.first)
    #expect(problem.code == mistake.code)
    #expect(problem.position == SourcePosition(line: mistake.line, column: mistake.column))
    #expect(problem.keyPath == mistake.keyPath)
    #expect(problem.reason.contains(mistake.says), "\(problem.reason)")
  }

  @Test(arguments: [
    Mistake(
      replacing: "name: Minimal", by: "nmae: Minimal\nname: x", .unknownKey, 1, 1, "nmae", "did you mean \"name\"?"),
    Mistake(replacing: "name: Minimal", by: "previews: {}\nname: x", .unknownKey, 1, 1, "previews", "unknown key"),
    Mistake(replacing: "name: Minimal", by: "attribution: x", .missingKey, 1, 1, "name", "missing key \"name\""),
    Mistake(replacing: "name: Minimal", by: "name: 5", .wrongType, 1, 7, "name", "put it in quotes: \"5\""),
    Mistake(replacing: "name: Minimal", by: "name: ''", .badValue, 1, 7, "name", "must not be empty"),
    Mistake(replacing: "name: Minimal", by: "name: [a]", .wrongType, 1, 7, "name", "found a list"),
    Mistake(replacing: "name: Minimal", by: "name:", .wrongType, 1, 6, "name", "found nothing"),
    Mistake(
      replacing: "name: Minimal", by: "name: x\nversion: '1.2'", .badValue, 2, 10, "version", "a semantic version"),
    Mistake(replacing: "name: Minimal", by: "name: x\nversion: 1.2", .wrongType, 2, 10, "version", "\"1.4.0\""),
    Mistake(replacing: "name: Minimal", by: "name: x\nthreads: 0", .outOfRange, 2, 10, "threads", "1 to 1024"),
    Mistake(replacing: "name: Minimal", by: "name: x\nthreads: 1.5", .wrongType, 2, 10, "threads", "a whole number"),
    Mistake(replacing: "name: Minimal", by: "name: x\nname: y", .duplicateKey, 1, 1, "name", "occurs again"),
    Mistake(replacing: "name: Minimal", by: "name: ${NOPE}", .environment, 1, 7, "name", "NOPE is not set"),
    Mistake(replacing: "name: Minimal", by: "name: ${EMPTY}", .badValue, 1, 7, "name", "must not be empty"),
    Mistake(replacing: "name: Minimal", by: "name: ${1x}", .environment, 1, 7, "name", "${NAME}"),
    Mistake(replacing: "name: Minimal", by: "name: !!float x", .syntax, 1, 7, "name", "tag"),
    Mistake(replacing: "name: Minimal", by: "name: 'x", .syntax, 8, 20, "", "not YAML"),
    Mistake(replacing: "name: Minimal", by: "name: x\n---", .syntax, 2, 1, "", "document"),
    Mistake(replacing: "name: Minimal", by: "name: *x", .syntax, 1, 7, "name", "alias *x has no matching anchor"),
    Mistake(replacing: "name: Minimal", by: "name: x\n[a]: b", .syntax, 2, 1, "", "plain name"),
    Mistake(replacing: "name: Minimal", by: "name: &x x\n*x : b", .syntax, 2, 1, "", "plain name"),
    Mistake(replacing: "name: Minimal", by: "name: *.geojson", .syntax, 1, 7, "name", "alias *.geojson"),
    Mistake(replacing: "name: Minimal", by: "name: * x", .syntax, 1, 7, "name", "alias * x"),
    Mistake(replacing: "name: Minimal", by: "name: *", .syntax, 1, 7, "name", "quote text that begins with *"),
    Mistake(replacing: "name: Minimal", by: "name: &x *x", .syntax, 1, 7, "name", "its own anchor, &x"),
    Mistake(replacing: "name: Minimal", by: "name: !!int *x", .syntax, 1, 7, "name", "tag"),
    Mistake(replacing: "name: Minimal", by: "name: \u{10FFFD}", .syntax, 1, 1, "", "U+10FFFD"),
    Mistake("", .empty, 1, 1, "", "empty"),
    Mistake("# nothing\n", .empty, 1, 1, "", "empty"),
    Mistake("[1]", .wrongType, 1, 1, "", "expected a mapping"),
  ])
  func top(_ mistake: Mistake) throws { try check(mistake) }

  @Test(arguments: [
    Mistake(replacing: "  quakes: {path: quakes.geojson}", by: "  {}", .empty, 3, 3, "sources", "must not be empty"),
    Mistake(
      replacing: "path: quakes.geojson", by: "paht: x, path: y", .unknownKey, 3, 12, "sources.quakes.paht", "\"path\"?"),
    Mistake(
      replacing: "path: quakes.geojson", by: "path: []", .empty, 3, 18, "sources.quakes.path", "must not be empty"),
    Mistake(
      replacing: "path: quakes.geojson", by: "path: [a, 5]", .wrongType, 3, 22, "sources.quakes.path.1", "string"),
    Mistake(
      replacing: "quakes.geojson", by: "x, crs: 4326", .wrongType, 3, 26, "sources.quakes.crs", "EPSG:4326"),
    Mistake(
      replacing: "quakes.geojson", by: "x, accuracy: 1", .missingUnit, 3, 31, "sources.quakes.accuracy", "1m or 1km"),
    Mistake(
      replacing: "quakes.geojson", by: "x, accuracy: 1px", .wrongUnit, 3, 31, "sources.quakes.accuracy",
      "the unit \"px\" is not valid here"),
    Mistake(
      replacing: "quakes.geojson", by: "x, maxRejected: 1%", .conflict, 3, 21, "sources.quakes.maxRejected",
      "only valid with onInvalid: skip or repair"),
    Mistake(
      replacing: "quakes.geojson", by: "x, onInvalid: skip, maxRejected: 200%", .outOfRange, 3, 51,
      "sources.quakes.maxRejected", "0 to 100%"),
    Mistake(
      replacing: "quakes.geojson", by: "x, onInvalid: skip, maxRejected: -1", .outOfRange, 3, 51,
      "sources.quakes.maxRejected", "-1"),
    Mistake(
      replacing: "quakes.geojson", by: "x, onInvalid: ignore", .badValue, 3, 32, "sources.quakes.onInvalid",
      "\"fail\", \"skip\""),
    Mistake(replacing: "quakes.geojson", by: "['-', '-']", .conflict, 3, 24, "sources.quakes.path", "only once"),
    Mistake(replacing: "{path: out}", by: "{}", .missingKey, 8, 9, "output.path", "missing key"),
    Mistake(replacing: "{path: out}", by: "{path: out, extent: 1000}", .outOfRange, 8, 29, "output.extent", "256, 512"),
    Mistake(replacing: "{path: out}", by: "{path: out, fileMode: 0755}", .outOfRange, 8, 31, "output.fileMode", "644"),
    Mistake(replacing: "{path: out}", by: "{path: out, fileMode: 0o644}", .outOfRange, 8, 31, "output.fileMode", "644"),
    Mistake(replacing: "{path: out}", by: "{path: ~/out}", .badValue, 8, 16, "output.path", "is not expanded here"),
    Mistake(replacing: "quakes.geojson", by: "~/in", .badValue, 3, 18, "sources.quakes.path", "is not expanded here"),
    Mistake(
      replacing: "{path: out}", by: "{path: out, compressionLevel: 13}", .outOfRange, 8, 39,
      "output.compressionLevel", "1 to 12"),
    Mistake(replacing: "{path: out}", by: "{path: out, buffer: 5000}", .outOfRange, 8, 21, "output.buffer", "extent"),
    Mistake(
      replacing: "{path: out}", by: "{path: out, format: pmtile}", .badValue, 8, 29, "output.format",
      "did you mean \"pmtiles\"?"),
    Mistake(
      replacing: "{path: out}", by: "{path: out, tileFormat: geojson}", .unknownKey, 8, 21, "output.tileFormat",
      "unknown key"),
  ])
  func sourcesAndOutput(_ mistake: Mistake) throws { try check(mistake) }

  @Test(arguments: [
    Mistake(
      replacing: "source: quakes", by: "source: quaks", .unknownName, 6, 13, "layers.points.source",
      "did you mean \"quakes\"?"),
    Mistake(
      replacing: "kind: cluster", by: "kind: clusters", .badValue, 7, 11, "layers.points.kind",
      "did you mean \"cluster\"?"),
    Mistake(
      layer: "kind: cluster\ncircle: {radius: 1m}", .conflict, 8, 5, ".circle", "only valid with kind: circle"),
    Mistake(layer: "kind: circle", .missingKey, 6, 5, ".circle", "missing key \"circle\""),
    Mistake(layer: "kind: shape\nzooms: 5-3", .outOfRange, 8, 12, ".zooms", "ascending"),
    Mistake(layer: "kind: shape\nzooms: 0-25", .outOfRange, 8, 12, ".zooms", "between 0 and 24"),
    Mistake(layer: "kind: shape\nzooms: 25", .outOfRange, 8, 12, ".zooms", "between 0 and 24"),
    Mistake(layer: "kind: shape\nzooms: all", .badValue, 8, 12, ".zooms", "such as 0-14 or 0-auto"),
    Mistake(layer: "kind: shape\nzooms: auto", .badValue, 8, 12, ".zooms", "such as 0-14 or 0-auto"),
    Mistake(layer: "kind: shape\nzooms: 17-auto", .outOfRange, 8, 12, ".zooms", "between 0 and 16"),
    Mistake(layer: "kind: circle\nzooms: 0-auto\ncircle: {radius: 9px}", .conflict, 8, 5, ".zooms", "circle.radius"),
    Mistake(
      layer: "kind: shape\nfilter: [\">\", [gett, mag], 5]", .expression, 8, 20, ".filter", "did you mean \"get\"?"),
    Mistake(
      layer: "kind: shape\nfilter: [\">\", [literal, mag], 5]", .expression, 8, 13, ".filter",
      "cannot compare string with number"),
    Mistake(layer: "kind: shape\nfilter: [get]", .expression, 8, 13, ".filter", "expected 1 or 2 arguments"),
    Mistake(
      layer: "kind: shape\nfilter: [\"+\", 1, 2]", .expression, 8, 13, ".filter", "expected boolean, found number"),
    Mistake(layer: "kind: shape\nfilter: mag", .wrongType, 8, 13, ".filter", "[\"get\", \"mag\"]"),
    Mistake(
      layer: "kind: cluster\nfilter: [\">\", [zoom], 5]", .expression, 8, 13, ".filter",
      "cannot be used in a cluster layer"),
    Mistake(
      layer: "kind: shape\nproperties: {keep: some}", .wrongType, 8, 24, ".properties.keep", "all, none or [some]"),
    Mistake(
      layer: "kind: shape\nproperties: {compute: {a: [get]}}", .expression, 8, 31, ".properties.compute.a", "\"get\""),
    Mistake(layer: "kind: shape\nshape: {label: yes}", .wrongType, 8, 20, ".shape.label", "true or false"),
    Mistake(layer: "kind: shape\nshape: {tolerance: 2}", .missingUnit, 8, 24, ".shape.tolerance", "2px"),
    Mistake(layer: "kind: shape\nshape: {tolerance: 100px}", .outOfRange, 8, 24, ".shape.tolerance", "0 to 64px"),
    Mistake(
      layer: "kind: shape\nshape: {<<: 3}", .wrongType, 8, 17, ".shape",
      "<< can only merge a mapping or a list of mappings"),
  ])
  func layers(_ mistake: Mistake) throws { try check(mistake) }

  @Test(arguments: [
    Mistake(
      layer: "kind: cluster\ncluster: {radius: 40}", .missingUnit, 8, 23, ".cluster.radius", "missing unit; write 40px"),
    Mistake(
      layer: "kind: cluster\ncluster: {radius: '40'}", .missingUnit, 8, 23, ".cluster.radius",
      "missing unit; write 40px"),
    Mistake(
      layer: "kind: cluster\ncluster: {raduis: 40px}", .unknownKey, 8, 15, ".cluster.raduis", "did you mean \"radius\"?"
    ),
    Mistake(layer: "kind: cluster\ncluster: {radius: 0px}", .outOfRange, 8, 23, ".cluster.radius", "above 0"),
    Mistake(
      layer: "kind: cluster\ncluster: {radius: 40xp}", .wrongUnit, 8, 23, ".cluster.radius",
      "the unit \"xp\" is not valid here"),
    Mistake(layer: "kind: cluster\ncluster: {radius: wide}", .badValue, 8, 23, ".cluster.radius", "such as 40px"),
    Mistake(layer: "kind: cluster\ncluster: {radius: -5px}", .outOfRange, 8, 23, ".cluster.radius", "must be above 0"),
    Mistake(layer: "kind: cluster\ncluster: {tileSize: 0.5px}", .outOfRange, 8, 25, ".cluster.tileSize", "whole"),
    Mistake(layer: "kind: cluster\ncluster: {maxZoom: 15}", .outOfRange, 8, 15, ".cluster.maxZoom", "0-14"),
    Mistake(
      layer: "kind: cluster\ncluster: {aggregates: {a: {}}}", .missingKey, 8, 31, ".cluster.aggregates.a",
      "exactly one of the keys"),
    Mistake(
      layer: "kind: cluster\ncluster: {aggregates: {a: {min: x, max: x}}}", .conflict, 8, 31, ".cluster.aggregates.a",
      "exactly one"),
    Mistake(
      layer: "kind: cluster\ncluster: {aggregates: {a: {min: x, cap: 3}}}", .conflict, 8, 40,
      ".cluster.aggregates.a.cap", "only valid with distinct"),
    Mistake(
      layer: "kind: cluster\ncluster: {aggregates: {bbox: {min: x}}}", .conflict, 8, 28, ".cluster.aggregates.bbox",
      "already"),
    Mistake(
      layer: "kind: cluster\ncluster: {aggregates: {a: {any: [\"+\", 1]}}}", .expression, 8, 37,
      ".cluster.aggregates.a.any", "expected boolean"),
    Mistake(
      layer: "kind: cluster\ncluster: {weight: ['zoom']}", .expression, 8, 23, ".cluster.weight",
      "zoom is not available"),
    Mistake(layer: "kind: circle\ncircle: {radius: 40}", .missingUnit, 8, 22, ".circle.radius", "40m or 40km"),
    Mistake(layer: "kind: circle\ncircle: {}", .missingKey, 8, 13, ".circle.radius", "missing key"),
    Mistake(
      layer: "kind: circle\ncircle: {radius: 2000000px}", .outOfRange, 8, 22, ".circle.radius", "more than 1000000px"),
    Mistake(
      layer: "kind: circle\ncircle: {radius: 20000km}", .outOfRange, 8, 22, ".circle.radius", "at most 19970.326km"),
    Mistake(
      layer: "kind: circle\nproperties: {compute: {z: [zoom]}}\ncircle: {radius: 1m, draw: ring, dissolve: {by: z}}",
      .expression, 8, 31, ".circle.dissolve.by", "the zoom is not available"),
    Mistake(
      layer: "kind: circle\ncircle: {radius: 3s}", .wrongUnit, 8, 22, ".circle.radius",
      "the unit \"s\" is not valid here"),
    Mistake(
      layer: "kind: circle\ncircle: {radius: {property: a}}", .missingKey, 8, 22, ".circle.radius.unit", "missing key"),
    Mistake(layer: "kind: circle\ncircle: {radius: {unit: m}}", .missingKey, 8, 22, ".circle.radius", "exactly one of"),
    Mistake(
      layer: "kind: circle\ncircle: {radius: 1m, pulse: {scale: [1]}}", .badValue, 8, 41, ".circle.pulse.scale",
      "expected 2 entries, [from, to]"),
    Mistake(
      layer: "kind: circle\ncircle: {radius: 1m, pulse: {opacity: [0, 2]}}", .outOfRange, 8, 47,
      ".circle.pulse.opacity.1", "0.0 to 1.0"),
    Mistake(layer: "kind: circle\ncircle: {radius: 1m, draw: []}", .empty, 8, 32, ".circle.draw", "must not be empty"),
    Mistake(
      layer: "kind: circle\ncircle: {radius: 1m, dissolve: true}", .conflict, 8, 26, ".circle.dissolve", "draw: [ring]"),
  ])
  func kinds(_ mistake: Mistake) throws { try check(mistake) }

  @Test func allProblemsAreReportedTogetherInOrder() {
    let yaml = """
      nmae: x
      sources:
        a: {path: x, crs: 5}
      layers:
        p: {source: b, kind: cluster, cluster: {radius: 40}}
        q: {source: b, kind: shape, zooms: 9-1}
      output: {path: o, compressionLevel: 99}
      """
    let problems = Sample.problems(yaml)
    #expect(
      problems.map { "\($0.position) \($0.code)" } == [
        "1:1 missingKey", "1:1 unknownKey", "3:21 wrongType", "5:15 unknownName", "5:51 missingUnit",
        "6:15 unknownName", "6:38 outOfRange", "7:37 outOfRange",
      ])
  }

  @Test func textPointsAtThePosition() {
    let yaml = Sample.withLayer("source: quakes\nkind: cluster\ncluster: {raduis: 40px}")
    let error = #expect(throws: ConfigurationError.self) { try PipelineConfiguration(yaml: yaml, file: "a/p.yaml") }
    #expect(
      error?.description == """
        a/p.yaml:8:15: layers.points.cluster.raduis: unknown key "raduis", did you mean "radius"?
              cluster: {raduis: 40px}
                        ^
        """)
  }

  @Test func overridesAreNamedAsTheyCame() {
    let problems = Sample.problems(
      Sample.minimal, environment: ["OVERTILE_THREADS": "many"],
      overrides: [.init(keyPath: "output.formt", value: "x", origin: "--set")])
    #expect(problems.map(\.origin) == ["OVERTILE_THREADS", "--set"])
    let error = ConfigurationError(file: "p.yaml", problems: problems)
    #expect(error.description.hasPrefix("OVERTILE_THREADS: threads: expected a whole number"))
    #expect(error.description.contains("did you mean \"format\"?"))
  }

  @Test func laterErrorsPointIntoTheFile() throws {
    let configuration = try PipelineConfiguration(yaml: Sample.minimal, file: "p.yaml")
    let path = configuration.sources[0].paths[0]
    let error = configuration.error(at: path.position, keyPath: "sources.quakes.path", "no such file")
    #expect(
      error.description == """
        p.yaml:3:18: sources.quakes.path: no such file
            quakes: {path: quakes.geojson}
                           ^
        """)
  }

  @Test(arguments: [
    ("does-not-exist.yaml", "no such file or directory"), ("/", "it is a folder, not a regular file"),
    ("/dev/null/x", "not a directory"),
  ])
  func unreadableFiles(file: String, reason: String) {
    let error = #expect(throws: ConfigurationError.self) {
      try PipelineConfiguration.read(file: file, environment: [:])
    }
    #expect(error?.problems.map(\.code) == [.unreadable])
    #expect(error?.description == "\(file): cannot be read: \(reason)")
  }
}
