import OvertileConfiguration
import Testing

/// The text behind the configuration's digest: the same for configurations with the same bundle.
@Suite struct CanonicalTextTests {
  private func canonical(_ yaml: String, file: String = "p.yaml", environment: [String: String] = [:]) throws -> String
  {
    try PipelineConfiguration(yaml: yaml, file: file, environment: environment).canonicalText
  }

  @Test func layoutOrderOfKeysPathsAndThreadsDoNotMatter() throws {
    let other = """
      # The same, otherwise.
      output:
        format: pmtiles
        path: elsewhere
        publish: versioned
        keepReleases: 30
      threads: 7
      layers: {points: {kind: "cluster", source: 'quakes', cluster: {minPoints: 2, radius: 40.0 px}, zooms: 0-14}}
      sources:
        quakes:
          accuracy: 3m
          path: [other.geojson, more.geojson]
          onInvalid: skip
      name: Minimal
      """
    let minimal = try canonical(Sample.minimal)
    #expect(try canonical(other, file: "far/away.yaml") == minimal)
    #expect(
      try canonical(Sample.minimal, environment: ["OVERTILE_OUTPUT": "x", "OVERTILE_THREADS": "2"]) == minimal)
  }

  @Test func theModeOfFilesIsNotInTheBundle() throws {
    let mode = Sample.minimal.replacing("{path: out}", with: "{path: out, fileMode: \"0640\"}")
    #expect(try canonical(mode) == canonical(Sample.minimal))
  }

  @Test func equalMeaningsAreEqual() throws {
    func circle(_ options: String) throws -> String {
      try canonical(Sample.withLayer("source: quakes\nkind: circle\ncircle: \(options)"))
    }
    #expect(try circle("{radius: 1km}") == circle("{radius: 1000m}"))
    #expect(try circle("{radius: 1m, draw: [ring, center]}") == circle("{draw: [center, ring], radius: 1 m}"))
    #expect(try circle("{radius: 1m}") != circle("{radius: 1px}"))
    func cluster(_ options: String) throws -> String {
      try canonical(Sample.withLayer("source: quakes\nkind: cluster\ncluster: \(options)"))
    }
    #expect(try cluster("{weight: n}") == cluster("{weight: [get, \"n\"]}"))
    #expect(try cluster("{}") == canonical(Sample.minimal))
  }

  @Test(arguments: [
    ("name: Minimal", "name: Other"), ("kind: cluster", "kind: shape"),
    ("kind: cluster", "kind: cluster\n    zooms: 3"),
    ("{path: out}", "{path: out, compressionLevel: 7}"), ("quakes.geojson", "x, crs: EPSG:2154"), ("points:", "dots:"),
    ("kind: cluster", "kind: cluster\n    filter: [has, a]"),
    ("kind: cluster", "kind: cluster\n    cluster: {maxZoom: 9}"),
    ("kind: cluster", "kind: cluster\n    properties: {compute: {a: 1}}"), ("quakes.geojson", "x, id: code"),
  ])
  func everythingElseMatters(old: String, new: String) throws {
    #expect(try canonical(Sample.minimal.replacing(old, with: new)) != canonical(Sample.minimal))
  }

  @Test func orderOfLayersMatters() throws {
    let (a, b) = ("  a: {source: quakes, kind: shape}\n", "  b: {source: quakes, kind: shape}\n")
    let first = Sample.minimal.replacing("output:", with: a + b + "output:")
    let second = Sample.minimal.replacing("output:", with: b + a + "output:")
    #expect(try canonical(first) != canonical(second))
  }
}
