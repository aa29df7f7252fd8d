import OvertileConfiguration
import OvertileExpressions
import Testing

/// One mistake and its message.
struct Mistake: Sendable, CustomStringConvertible {
  let yaml: String
  /// The code, position and key path of its only problem.
  let place: String
  /// A part of the reason.
  let says: String

  /// The mistakes of a table, one a line: a text, the place of its problem, and a part of the reason.
  static func table(_ rows: String, in yaml: (String) -> String) -> [Mistake] {
    Sample.lines(rows).map { row in
      let cells = row.split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
      return Mistake(yaml: yaml(cells[0]), place: cells[1], says: cells[2])
    }
  }

  func isOf(_ codes: [String]) -> Bool { codes.contains { place.hasPrefix("\($0) ") } }

  func check() {
    let problems = Sample.problems(yaml, environment: ["EMPTY": ""])
    let places = problems.map { problem in
      "\(problem.code) \(problem.position)" + (problem.keyPath.isEmpty ? "" : " \(problem.keyPath)")
    }
    #expect(places == [place] && problems[0].reason.contains(says), "\(problems)")
  }

  var description: String { "\(place): \(says)" }
}

@Suite struct ProblemTests {
  @Test(arguments: Mistake.table(topRows, in: Sample.changed)) func top(_ mistake: Mistake) { mistake.check() }

  static let all: [Mistake] =
    Mistake.table(topRows + "\n" + sourceRows, in: Sample.changed) + Mistake.table(layerRows, in: Sample.layer)

  private static let topRows: String = #"""
    name: Minimal => nmae: Minimal\nname: x | unknownKey 1:1 nmae | did you mean "name"?
    name: Minimal => previews: {}\nname: x | unknownKey 1:1 previews | unknown key
    name: Minimal => attribution: x | missingKey 1:1 name | missing key "name"
    name: Minimal => name: 5 | wrongType 1:7 name | put it in quotes: "5"
    name: Minimal => name: '' | badValue 1:7 name | must not be empty
    name: Minimal => name: [a] | wrongType 1:7 name | found a list
    name: Minimal => name: | wrongType 1:6 name | found nothing
    name: Minimal => name: x\nversion: '1.2' | badValue 2:10 version | a semantic version
    name: Minimal => name: x\nversion: 1.2 | wrongType 2:10 version | "1.4.0"
    name: Minimal => name: x\nthreads: 0 | outOfRange 2:10 threads | 1 to 1024
    name: Minimal => name: x\nthreads: 1.5 | wrongType 2:10 threads | a whole number
    name: Minimal => name: x\nname: y | duplicateKey 1:1 name | occurs again
    name: Minimal => name: ${NOPE} | environment 1:7 name | NOPE is not set
    name: Minimal => name: ${EMPTY} | badValue 1:7 name | must not be empty
    name: Minimal => name: ${1x} | environment 1:7 name | ${NAME}
    name: Minimal => name: !!float x | syntax 1:7 name | tag
    name: Minimal => name: 'x | syntax 8:20 | not YAML
    name: Minimal => name: x\n--- | syntax 2:1 | document
    name: Minimal => name: *x | syntax 1:7 name | alias *x has no matching anchor
    name: Minimal => name: x\n[a]: b | syntax 2:1 | plain name
    name: Minimal => name: &x x\n*x : b | syntax 2:1 | plain name
    name: Minimal => name: *.geojson | syntax 1:7 name | alias *.geojson
    name: Minimal => name: * x | syntax 1:7 name | alias * x
    name: Minimal => name: * | syntax 1:7 name | quote text that begins with *
    name: Minimal => name: &x *x | syntax 1:7 name | its own anchor, &x
    name: Minimal => name: !!int *x | syntax 1:7 name | tag
    name: Minimal => name: \#u{10FFFD} | syntax 1:1 | U+10FFFD
     | empty 1:1 | empty
    # nothing\n | empty 1:1 | empty
    [1] | wrongType 1:1 | expected a mapping
    """#

  @Test(arguments: Mistake.table(sourceRows, in: Sample.changed))
  func sourcesAndOutput(_ mistake: Mistake) { mistake.check() }

  private static let sourceRows: String = #"""
      quakes: {path: quakes.geojson} =>   {} | empty 3:3 sources | must not be empty
    path: quakes.geojson => paht: x, path: y | unknownKey 3:12 sources.quakes.paht | "path"?
    path: quakes.geojson => path: [] | empty 3:18 sources.quakes.path | must not be empty
    path: quakes.geojson => path: [a, 5] | wrongType 3:22 sources.quakes.path.1 | string
    quakes.geojson => x, crs: 4326 | wrongType 3:26 sources.quakes.crs | EPSG:4326
    quakes.geojson => x, accuracy: 1 | missingUnit 3:31 sources.quakes.accuracy | 1m or 1km
    quakes.geojson => x, accuracy: 1px | wrongUnit 3:31 sources.quakes.accuracy | the unit "px" is not valid here
    quakes.geojson => x, maxRejected: 1% | conflict 3:21 sources.quakes.maxRejected | only valid with onInvalid: skip or repair
    quakes.geojson => x, onInvalid: skip, maxRejected: 200% | outOfRange 3:51 sources.quakes.maxRejected | 0 to 100%
    quakes.geojson => x, onInvalid: skip, maxRejected: -1 | outOfRange 3:51 sources.quakes.maxRejected | -1
    quakes.geojson => x, onInvalid: ignore | badValue 3:32 sources.quakes.onInvalid | "fail", "skip"
    quakes.geojson => ['-', '-'] | conflict 3:24 sources.quakes.path | only once
    {path: out} => {} | missingKey 8:9 output.path | missing key
    {path: out} => {path: out, extent: 1000} | outOfRange 8:29 output.extent | 256, 512
    {path: out} => {path: out, fileMode: 0755} | outOfRange 8:31 output.fileMode | 644
    {path: out} => {path: out, fileMode: 0o644} | outOfRange 8:31 output.fileMode | 644
    {path: out} => {path: ~/out} | badValue 8:16 output.path | is not expanded here
    quakes.geojson => ~/in | badValue 3:18 sources.quakes.path | is not expanded here
    {path: out} => {path: out, compressionLevel: 13} | outOfRange 8:39 output.compressionLevel | 1 to 12
    {path: out} => {path: out, buffer: 5000} | outOfRange 8:21 output.buffer | extent
    {path: out} => {path: out, format: pmtile} | badValue 8:29 output.format | did you mean "pmtiles"?
    {path: out} => {path: out, tileFormat: geojson} | unknownKey 8:21 output.tileFormat | unknown key
    source: quakes => source: quaks | unknownName 6:13 layers.points.source | did you mean "quakes"?
    kind: cluster => kind: clusters | badValue 7:11 layers.points.kind | did you mean "cluster"?
    """#

  /// The block of the layer begins at 6:5 with its source.
  @Test(arguments: Mistake.table(layerRows, in: Sample.layer)) func layers(_ mistake: Mistake) { mistake.check() }

  private static let layerRows: String = #"""
    kind: cluster\ncircle: {radius: 1m} | conflict 8:5 layers.points.circle | only valid with kind: circle
    kind: circle | missingKey 6:5 layers.points.circle | missing key "circle"
    kind: shape\nzooms: 5-3 | outOfRange 8:12 layers.points.zooms | ascending
    kind: shape\nzooms: 0-25 | outOfRange 8:12 layers.points.zooms | between 0 and 24
    kind: shape\nzooms: 25 | outOfRange 8:12 layers.points.zooms | between 0 and 24
    kind: shape\nzooms: all | badValue 8:12 layers.points.zooms | such as 0-14 or 0-auto
    kind: shape\nzooms: auto | badValue 8:12 layers.points.zooms | such as 0-14 or 0-auto
    kind: shape\nzooms: 17-auto | outOfRange 8:12 layers.points.zooms | between 0 and 16
    kind: circle\nzooms: 0-auto\ncircle: {radius: 9px} | conflict 8:5 layers.points.zooms | circle.radius
    kind: shape\nfilter: [">", [gett, mag], 5] | expression 8:20 layers.points.filter | did you mean "get"?
    kind: shape\nfilter: [">", [literal, mag], 5] | expression 8:13 layers.points.filter | cannot compare string with number
    kind: shape\nfilter: [get] | expression 8:13 layers.points.filter | expected 1 or 2 arguments
    kind: shape\nfilter: ["+", 1, 2] | expression 8:13 layers.points.filter | expected boolean, found number
    kind: shape\nfilter: mag | wrongType 8:13 layers.points.filter | ["get", "mag"]
    kind: cluster\nfilter: [">", [zoom], 5] | expression 8:13 layers.points.filter | cannot be used in a cluster layer
    kind: shape\nproperties: {keep: some} | wrongType 8:24 layers.points.properties.keep | all, none or [some]
    kind: shape\nproperties: {compute: {a: [get]}} | expression 8:31 layers.points.properties.compute.a | "get"
    kind: shape\nshape: {label: yes} | wrongType 8:20 layers.points.shape.label | true or false
    kind: shape\nshape: {tolerance: 2} | missingUnit 8:24 layers.points.shape.tolerance | 2px
    kind: shape\nshape: {tolerance: 100px} | outOfRange 8:24 layers.points.shape.tolerance | 0 to 64px
    kind: shape\nshape: {<<: 3} | wrongType 8:17 layers.points.shape | << can only merge a mapping or a list of mappings
    kind: cluster\ncluster: {radius: 40} | missingUnit 8:23 layers.points.cluster.radius | missing unit; write 40px
    kind: cluster\ncluster: {radius: '40'} | missingUnit 8:23 layers.points.cluster.radius | missing unit; write 40px
    kind: cluster\ncluster: {raduis: 40px} | unknownKey 8:15 layers.points.cluster.raduis | did you mean "radius"?
    kind: cluster\ncluster: {radius: 0px} | outOfRange 8:23 layers.points.cluster.radius | above 0
    kind: cluster\ncluster: {radius: 40xp} | wrongUnit 8:23 layers.points.cluster.radius | the unit "xp" is not valid here
    kind: cluster\ncluster: {radius: wide} | badValue 8:23 layers.points.cluster.radius | such as 40px
    kind: cluster\ncluster: {radius: -5px} | outOfRange 8:23 layers.points.cluster.radius | must be above 0
    kind: cluster\ncluster: {tileSize: 0.5px} | outOfRange 8:25 layers.points.cluster.tileSize | whole
    kind: cluster\ncluster: {maxZoom: 15} | outOfRange 8:15 layers.points.cluster.maxZoom | 0-14
    kind: cluster\ncluster: {aggregates: {a: {}}} | missingKey 8:31 layers.points.cluster.aggregates.a | exactly one of the keys
    kind: cluster\ncluster: {aggregates: {a: {min: x, max: x}}} | conflict 8:31 layers.points.cluster.aggregates.a | exactly one
    kind: cluster\ncluster: {aggregates: {a: {min: x, cap: 3}}} | conflict 8:40 layers.points.cluster.aggregates.a.cap | only valid with distinct
    kind: cluster\ncluster: {aggregates: {bbox: {min: x}}} | conflict 8:28 layers.points.cluster.aggregates.bbox | already
    kind: cluster\ncluster: {aggregates: {a: {any: ["+", 1]}}} | expression 8:37 layers.points.cluster.aggregates.a.any | expected boolean
    kind: cluster\ncluster: {weight: ['zoom']} | expression 8:23 layers.points.cluster.weight | zoom is not available
    kind: circle\ncircle: {radius: 40} | missingUnit 8:22 layers.points.circle.radius | 40m or 40km
    kind: circle\ncircle: {} | missingKey 8:13 layers.points.circle.radius | missing key
    kind: circle\ncircle: {radius: 2000000px} | outOfRange 8:22 layers.points.circle.radius | more than 1000000px
    kind: circle\ncircle: {radius: 20000km} | outOfRange 8:22 layers.points.circle.radius | at most 19970.326km
    kind: circle\nproperties: {compute: {z: [zoom]}}\ncircle: {radius: 1m, draw: ring, dissolve: {by: z}} | expression 8:31 layers.points.circle.dissolve.by | the zoom is not available
    kind: circle\ncircle: {radius: 3s} | wrongUnit 8:22 layers.points.circle.radius | the unit "s" is not valid here
    kind: circle\ncircle: {radius: {property: a}} | missingKey 8:22 layers.points.circle.radius.unit | missing key
    kind: circle\ncircle: {radius: {unit: m}} | missingKey 8:22 layers.points.circle.radius | exactly one of
    kind: circle\ncircle: {radius: 1m, pulse: {scale: [1]}} | badValue 8:41 layers.points.circle.pulse.scale | expected 2 entries, [from, to]
    kind: circle\ncircle: {radius: 1m, pulse: {opacity: [0, 2]}} | outOfRange 8:47 layers.points.circle.pulse.opacity.1 | 0.0 to 1.0
    kind: circle\ncircle: {radius: 1m, draw: []} | empty 8:32 layers.points.circle.draw | must not be empty
    kind: circle\ncircle: {radius: 1m, dissolve: true} | conflict 8:26 layers.points.circle.dissolve | draw: [ring]
    """#

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
