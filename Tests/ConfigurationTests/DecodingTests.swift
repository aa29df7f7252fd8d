import OvertileBundleFormat
import OvertileClustering
import OvertileExpressions
import Testing

@testable import OvertileConfiguration

/// Every key is read, and every default is the documented one.
@Suite struct DecodingTests {
  private func read(_ yaml: String) throws -> PipelineConfiguration {
    try PipelineConfiguration(yaml: yaml, file: "folder/p.yaml")
  }

  @Test func topAndSources() throws {
    let all = try read(Sample.full)
    #expect(all.file == "folder/p.yaml" && all.folder == "folder")
    #expect(all.name == "Everything" && all.summary == "All keys at once." && all.attribution == "© somebody")
    #expect(all.version == "1.4.0-rc.1+build" && all.threads == 3)
    #expect(all.sources.map(\.name.value) == ["quakes", "places"])
    let quakes = all.sources[0]
    #expect(quakes.paths.map(\.value) == ["a.geojson", "more/*.geojson.gz"])
    #expect(quakes.paths[1].position == SourcePosition(line: 8, column: 23))
    #expect(quakes.crs?.value == "EPSG:27700" && quakes.accuracyMeters == 2)
    #expect(quakes.idProperty?.value == "code" && quakes.rejectionLimit == .share(0.001))
    #expect(all.sources[1].rejectionLimit == .count(12) && !all.sources[1].repairs.repairsFaults)
  }

  @Test func clusterLayer() throws {
    let layer = try read(Sample.full).layers[0]
    #expect(layer.name.value == "clusters" && layer.source.value == "places" && layer.zooms == 2...12)
    #expect(layer.summary == "Places." && layer.filter?.keys == ["name"])
    #expect(layer.properties.keep == ["mag", "name"] && layer.properties.drop == ["secret"])
    #expect(layer.properties.computed.map { $0.name } == ["strong", "one"] && layer.properties.dropsNested)
    guard case .cluster(let cluster) = layer.kind else {
      Issue.record("not a cluster layer")
      return
    }
    #expect(
      cluster.options == ClusterOptions(radius: 50, tileSize: 256, minPoints: 3, zooms: 2...11, position: .member))
    #expect(cluster.weight?.keys == ["population"])
    #expect(cluster.aggregates.map(\.name.value) == ["largest", "double", "kinds", "names"])
    #expect(cluster.aggregates.map(\.operation) == [.max, .sum, .distinct, .count] && cluster.aggregates[2].cap == 5)
    #expect(cluster.aggregates.map(\.expression.keys) == [["mag"], ["mag"], ["kind"], ["name"]])
    #expect(cluster.labelsNonPoints && cluster.members == .ids)
  }

  @Test func zoomsThatEndByThemselves() throws {
    let configuration = try read(
      """
      name: n
      sources: {a: {path: a, bounds: [170, -5, -170.5, 5]}}
      layers: {l: {kind: shape, source: a, zooms: 3-auto}}
      output: {path: o}
      """)
    var layer = configuration.layers[0]
    #expect(layer.zooms == 3...16 && layer.endsByItself)
    layer.end(atZoom: 9)
    #expect(layer.zooms == 3...9 && !layer.endsByItself)
    layer.end(atZoom: 1)
    #expect(layer.zooms == 3...3)
    let bounds = try #require(configuration.sources[0].bounds?.value)
    #expect([bounds.west, bounds.south, bounds.east, bounds.north] == [170, -5, -170.5, 5])
  }

  @Test func circleLayer() throws {
    let layer = try read(Sample.full).layers[1]
    #expect(layer.zooms == 5...5)
    guard case .circle(let circle) = layer.kind, case .perFeature(let radius, let unit) = circle.radius else {
      Issue.record("not a circle layer with an expression")
      return
    }
    #expect(circle.model == .mapkit && radius.keys == ["mag"] && unit == .kilometers)
    let rules = circle.rules
    #expect(rules.tileSizePixels == 256 && rules.draw == ["center", "ring"] && rules.chordErrorPixels == 0.5)
    let pulse = try #require(circle.pulse)
    #expect(pulse.scale == [0.5, 2] && pulse.opacity == [1, 0] && pulse.seconds == 0.5)
    #expect(rules.hideBelowZoom == 3 && rules.hideBelowPixels == 2 && rules.hideAbovePixels == 300)
    #expect(rules.dotBelowPixels == 4 && rules.dissolving == .byProperty && rules.dissolveProperty == "kind")
    #expect(circle.dissolveValue?.canonicalText == #"["get","kind"]"#)
  }

  @Test func shapeLayerAndOutput() throws {
    let all = try read(Sample.full)
    guard case .shape(let shape) = all.layers[2].kind else {
      Issue.record("not a shape layer")
      return
    }
    #expect(shape.tolerancePixels == 1 && shape.method == .douglasPeucker && shape.small == .point)
    #expect(shape.smallerThanPixels == 2 && shape.label == .property)
    let output = all.output
    #expect(output.path.value == "../out" && output.isRelativeToFile && output.layout == .single)
    #expect(output.format == .directory && output.compression == .gzip)
    #expect(output.level == 9 && output.grid == TileGrid(extent: 8192, buffer: 128))
  }

  @Test func defaults() throws {
    let yaml = Sample.minimal.replacing(
      "output:",
      with: "  c: {source: quakes, kind: circle, circle: {radius: 2 km, pulse: {}}}\n"
        + "  s: {source: quakes, kind: shape}\noutput:")
    let all = try read(yaml)
    #expect(all.threads == nil && all.version == nil && all.sources[0].rejectionLimit == nil)
    #expect(all.output.layout == .perZoom && all.output.format == .pmtiles)
    #expect(all.output.compression == .auto && all.output.level == 6)
    #expect(all.output.grid == TileGrid(extent: 4096, buffer: 64))
    #expect(all.layers[0].zooms == 0...14 && all.layers[0].properties.keep == nil)
    #expect(!all.layers[0].properties.dropsNested && all.layers[0].properties.computed.isEmpty)
    guard case .cluster(let cluster) = all.layers[0].kind, case .circle(let circle) = all.layers[1].kind,
      case .shape(let shape) = all.layers[2].kind
    else {
      Issue.record("kinds")
      return
    }
    #expect(cluster.options == ClusterOptions(radius: 40, tileSize: 512, minPoints: 2, zooms: 0...14, position: .mean))
    #expect(!cluster.labelsNonPoints && cluster.members == .full)
    #expect(cluster.weight == nil && cluster.aggregates.isEmpty)
    guard case .meters(2000) = circle.radius else {
      Issue.record("radius")
      return
    }
    var rules = BundleManifest.CircleRules(model: "geodesic", tileSizePixels: 512, chordErrorPixels: 0.25)
    rules.draw = ["center"]
    #expect(circle.rules == rules && circle.dissolveValue == nil)
    #expect(circle.pulse == BundleManifest.Pulse(scale: [0.8, 1.2], opacity: [0.5, 0.05], seconds: 2))
    #expect(shape == .init(tolerance: 0.375, small: .drop, smallerThan: 1))
  }

  @Test(arguments: [
    ("250m", Quantity(250, .meters)), ("1.5km", Quantity(1.5, .kilometers)), ("2 mi", Quantity(2, .miles)),
    ("1e3ft", Quantity(1000, .feet)), ("3nmi", Quantity(3, .nauticalMiles)),
  ])
  func radiusUnits(text: String, quantity: Quantity) throws {
    let yaml = Sample.withLayer("source: quakes\nkind: circle\ncircle: {radius: \(text)}")
    guard case .circle(let circle) = try read(yaml).layers[0].kind, case .meters(let meters) = circle.radius else {
      Issue.record("not meters")
      return
    }
    #expect(meters == quantity.inBaseUnits)
  }

  @Test func pixelsAndPropertiesAsRadius() throws {
    let pixels = try read(Sample.withLayer("source: quakes\nkind: circle\ncircle: {radius: 12px}"))
    guard case .circle(let circle) = pixels.layers[0].kind, case .pixels(12) = circle.radius else {
      Issue.record("not pixels")
      return
    }
    let named = try read(Sample.withLayer("source: quakes\nkind: circle\ncircle: {radius: {property: r, unit: mi}}"))
    guard case .circle(let other) = named.layers[0].kind, case .perFeature(let expression, .miles) = other.radius else {
      Issue.record("not a property")
      return
    }
    #expect(expression.canonicalText == #"["get","r"]"#)
  }

  @Test func environmentAndOverrides() throws {
    let yaml = Sample.minimal.replacing("name: Minimal", with: "name: ${WHO} $${x} ${SIZE:-big}\nthreads: ${N:-4}")
    let environment = ["WHO": "Me", "OVERTILE_OUTPUT": "from-environment", "OVERTILE_THREADS": "5"]
    let file = try PipelineConfiguration(yaml: yaml, file: "p.yaml", environment: ["WHO": "Me"])
    #expect(file.name == "Me ${x} big" && file.threads == 4 && file.output.path.value == "out" && file.folder == ".")
    let variables = try PipelineConfiguration(yaml: yaml, file: "p.yaml", environment: environment)
    #expect(variables.threads == 5 && variables.output.path.value == "from-environment")
    #expect(!variables.output.isRelativeToFile)
    let options = try PipelineConfiguration(
      yaml: yaml, file: "p.yaml", environment: environment,
      overrides: [.init(keyPath: "output.path", value: "from-option", origin: "--output")])
    #expect(options.output.path.value == "from-option" && options.threads == 5)
  }

  @Test func yamlOfVersion1Point2() throws {
    // The Norway problem: no, on and yes are words; 1:30 is not 90.
    let yaml = Sample.minimal.replacing("name: Minimal", with: "name: no\nattribution: 1:30\ndescription: !!str 5")
    let all = try read(yaml)
    #expect(all.name == "no" && all.attribution == "1:30" && all.summary == "5")
  }

  @Test func aliasesAreFollowed() throws {
    let yaml = Sample.minimal.replacing("kind: cluster", with: "kind: cluster\n    filter: &f [has, mag]")
      .replacing("output:", with: "  other: {source: quakes, kind: shape, filter: *f}\noutput:")
    #expect(try read(yaml).layers[1].filter?.keys == ["mag"])
  }
}

extension ShapeLayer {
  fileprivate init(tolerance: Double, small: Small, smallerThan: Double) {
    self.init(tolerancePixels: tolerance, method: .coverage, small: small, smallerThanPixels: smallerThan, label: .none)
  }
}
