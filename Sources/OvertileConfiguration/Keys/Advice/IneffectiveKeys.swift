import OvertileExpressions

/// The rules by which a key has no effect beside others: one table for each block of a configuration.
///
/// A contradiction is an error when the block is read; these tables list keys that are merely useless.
enum IneffectiveKeys {
  /// A key of a block, and the reason that it has no effect there; nil if it has one.
  private typealias Rule<Block> = (key: [String], reason: @Sendable (Block) -> String?)

  private static let ofOutput: [Rule<OutputConfiguration>] = [
    (
      ["layout"],
      { output in
        let isInVain = output.format == .directory && output.layout == .perZoom
        return isInVain ? "format: directory makes one folder of all zooms; leave it out" : nil
      }
    ),
    (
      ["compression"],
      { output in
        let isInVain = output.tileFormat == .geojson && output.compression == .gzip
        return isInVain ? "tiles of GeoJSON are stored plain; leave it out, or take tileFormat: mvt" : nil
      }
    ),
    (
      ["level"],
      { output in
        if output.tileFormat == .geojson { return "tiles of GeoJSON are stored plain; leave it out" }
        if output.compression == .none { return "nothing is compressed; needs compression: gzip or auto" }
        let isPlain = output.format == .directory && output.compression == .auto
        return isPlain ? "the files of format: directory are plain without compression: gzip" : nil
      }
    ),
  ]

  private static let ofSource: [Rule<SourceConfiguration>] = [
    (
      ["timeout"],
      { source in
        source.command != nil || source.mayBeTable ? nil : "no program runs to read GeoJSON; leave it out"
      }
    ),
    (
      ["accuracy"],
      { source in
        let isExact = source.crs == nil && !source.mayBeTable
        return isExact ? "coordinates in WGS84 are not transformed; needs crs, such as crs: EPSG:27700" : nil
      }
    ),
  ]

  private static let ofLayer: [Rule<LayerConfiguration>] = [
    (
      ["maxTiles"],
      { layer in
        if case .cluster = layer.kind {
          "a point of a cluster layer is in few tiles; only with kind: circle or shape"
        } else {
          nil
        }
      }
    ),
    (
      ["properties", "drop"],
      { layer in
        switch layer.properties.keep {
        case .all: return nil
        case .none: return "keep: none keeps no property that could be dropped; leave it out"
        case .only(let names):
          let isInVain = layer.properties.drop.allSatisfy { !names.contains($0) }
          return isInVain ? "keep does not list what it names; leave it out" : nil
        }
      }
    ),
    (
      ["properties", "nested"],
      { layer in
        let isInVain = layer.properties.keep == .none && layer.properties.computed.isEmpty
        return isInVain ? "keep: none keeps no property; leave it out" : nil
      }
    ),
    (
      ["circle", "chordError"],
      { layer in
        layer.circle?.draw.contains(.ring) == false ? "no ring is written; needs draw: [ring] or [center, ring]" : nil
      }
    ),
    (
      ["circle", "model"],
      { layer in
        layer.circle?.isMeasuredOnScreen == true
          ? "a radius in pixels is round on the map in either model; leave it out" : nil
      }
    ),
    (
      ["circle", "hide", "belowZoom"],
      { layer in
        guard let zoom = layer.circle?.hide.belowZoom, zoom <= layer.zooms.lowerBound else { return nil }
        return "the layer has no zoom below \(zoom): its zooms begin at \(layer.zooms.lowerBound); leave it out"
      }
    ),
    (
      ["shape", "tolerance"],
      { layer in
        layer.shape?.method == ShapeLayer.Method.none
          ? "method: none keeps every vertex; needs method: topology, coverage or douglas-peucker" : nil
      }
    ),
    (
      ["shape", "snap"],
      { layer in
        layer.shape.map { $0.method == .coverage } == false ? "borders are joined only with method: coverage" : nil
      }
    ),
  ]

  private static let ofAggregate: [Rule<AggregateConfiguration>] = [
    (
      ["count"],
      { aggregate in
        guard case .count = aggregate.operation, aggregate.expression.resultType == .boolean else { return nil }
        let test = aggregate.expression.canonicalText
        return "it counts every feature, because false is a value, too; to count those where it is true, write "
          + "{sum: [\"case\",\(test),1,0]}"
      }
    )
  ]

  private static let ofSourceInPipeline: [Rule<(source: SourceConfiguration, layers: [LayerConfiguration])>] =
    ["maxCrossings", "maxVertices"].map { key in
      (
        [key],
        { use in
          let layers = use.layers.filter { $0.source.value == use.source.name.value }
          return layers.isEmpty || layers.contains(where: \.takesPolygons)
            ? nil : "no layer of the source takes polygons; leave it out"
        }
      )
    }

  private static let ofPipeline: [Rule<PipelineConfiguration>] = [
    (
      ["output", "ledger", "filtered"],
      { pipeline in
        let filters = pipeline.layers.contains { $0.filter != nil } || pipeline.sources.contains { $0.bounds != nil }
        return filters || !pipeline.output.ledgerListsFiltered
          ? nil : "nothing is filtered; needs a filter of a layer or bounds of a source"
      }
    ),
    (
      ["gates", "clusters"],
      { pipeline in
        let hasClusters = pipeline.layers.contains { if case .cluster = $0.kind { true } else { false } }
        return hasClusters ? nil : "there is no layer of kind: cluster; leave it out"
      }
    ),
  ]

  /// The keys of a file that have no effect, in the order of the tables. O(keys).
  static func all(_ fields: Fields, _ pipeline: PipelineConfiguration) -> [KeyWithoutEffect] {
    func broken<Block>(_ rules: [Rule<Block>], _ block: Block, below path: [String]) -> [KeyWithoutEffect] {
      rules.compactMap { rule in
        let path = path + rule.key
        guard let position = fields.keyPosition(path), let reason = rule.reason(block) else { return nil }
        return KeyWithoutEffect(keyPath: path.joined(separator: "."), position: position, reason: reason)
      }
    }
    let sources = pipeline.sources.flatMap { source in
      broken(ofSource, source, below: ["sources", source.name.value])
        + broken(ofSourceInPipeline, (source, pipeline.layers), below: ["sources", source.name.value])
    }
    let layers = pipeline.layers.flatMap { layer in
      let path = ["layers", layer.name.value]
      return broken(ofLayer, layer, below: path)
        + layer.aggregates.flatMap {
          broken(ofAggregate, $0, below: path + ["cluster", "aggregates", $0.name.value])
        }
    }
    return sources + layers + broken(ofOutput, pipeline.output, below: ["output"])
      + broken(ofPipeline, pipeline, below: [])
  }
}

extension SourceConfiguration {
  /// Whether a program that reads tables may be run for a path, or for files that a glob finds.
  fileprivate var mayBeTable: Bool {
    paths.contains { path in TableFormat(path: path.value) != nil || path.value.contains { "*?[".contains($0) } }
  }
}

extension LayerConfiguration {
  /// The circles of a circle layer.
  fileprivate var circle: CircleLayer? { if case .circle(let circle) = kind { circle } else { nil } }
  /// The aggregates of a cluster layer.
  fileprivate var aggregates: [AggregateConfiguration] {
    if case .cluster(let cluster) = kind { cluster.aggregates } else { [] }
  }
  /// The shapes of a shape layer.
  fileprivate var shape: ShapeLayer? { if case .shape(let shape) = kind { shape } else { nil } }

  /// Whether polygons are made valid for the layer.
  fileprivate var takesPolygons: Bool {
    switch kind {
    case .shape: true
    case .cluster(let cluster): cluster.nonPoints == .label
    case .circle: false
    }
  }
}

extension CircleLayer {
  /// Whether radii are in pixels.
  fileprivate var isMeasuredOnScreen: Bool {
    switch radius {
    case .meters: false
    case .pixels: true
    case .perFeature(_, let unit): unit.dimension == .screen
    }
  }
}

extension Fields {
  /// The location of a key, by its key path; nil if it is not there.
  fileprivate func keyPosition(_ path: [String]) -> SourcePosition? {
    guard let first = path.first, let last = path.last, path.count > 1 else { return nil }
    var entries = entries(below: first)
    for name in path.dropFirst().dropLast() {
      guard case .mapping(let inner)? = entries.first(where: { $0.key == name })?.value.content else { return nil }
      entries = inner
    }
    return entries.first { $0.key == last }?.keyPosition
  }
}
