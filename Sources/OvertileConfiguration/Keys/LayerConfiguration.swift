import OvertileBundleFormat
import OvertileCore
import OvertileExpressions

/// One layer of the bundle: the features of one source, shown in one way.
package struct LayerConfiguration: Sendable {
  /// The name, unique in the file; the name of the layer in the tiles.
  package var name: Located<String>
  /// A description of its content, in a sentence.
  package var summary: String?
  /// The name of one of the configuration's sources.
  package var source: Located<String>
  /// The filter: features for which this is true are selected; nil for all.
  package var filter: FeatureExpression?
  /// The zooms of its tiles, within 0...24.
  package var zooms: ClosedRange<Int>
  /// Whether the last zoom is the first after which nothing new is shown (`0-auto`); `zooms` then ends at its upper
  /// limit, `automaticLimit`, until the features are read.
  package var endsByItself = false
  /// The properties in the tiles.
  package var properties: PropertySelection
  /// How the features are shown.
  package var kind: Kind
  /// The limits on the tiles of one feature and of all features.
  package var maxTiles: TileLimits
  /// How features that repeat others exactly are treated; nil to keep them with a warning.
  package var duplicates: Duplicates?
  /// The selections of presets of `PipelineConfiguration.cameras` from this layer, by the preset's name, in the order
  /// of the file.
  package internal(set) var cameraFilters: [(camera: String, filter: FeatureExpression)] = []

  /// The highest zoom that a layer can have.
  package static let highestZoom = 24
  /// The upper limit on the last zoom of a layer with an automatic last zoom, if something new is still shown.
  package static let automaticLimit = 16

  /// Sets the last zoom of a layer with an automatic last zoom.
  package mutating func end(atZoom last: Int) {
    zooms = zooms.lowerBound...max(zooms.lowerBound, min(last, zooms.upperBound))
    endsByItself = false
    if case .cluster(var cluster) = kind {
      cluster.options.zooms = zooms
      kind = .cluster(cluster)
    }
  }

  /// The limits on tiles. A tile counts once for each feature in it, over all zooms.
  package struct TileLimits: Sendable, Hashable {
    /// For one feature, at least 1.
    package var feature: Int
    /// For all features of the layer, at least 1.
    package var layer: Int
  }

  /// How features that repeat others exactly, with their id, geometry and properties, are treated.
  package enum Duplicates: String, Sendable, CaseIterable {
    /// The first is kept, and the others are listed in the ledger.
    case drop
    /// All are kept.
    case keep
  }

  /// The ways of showing features.
  package enum Kind: Sendable {
    /// Points, clustered.
    case cluster(ClusterLayer)
    /// Points with radii.
    case circle(CircleLayer)
    /// Lines and polygons; points pass through.
    case shape(ShapeLayer)
  }
}

extension LayerConfiguration {
  static let source = Key(
    "source", Rule<String>.string.located, .required,
    "The name of the source that the layer's features come from.")
  static let description = Key("description", Rule<String>.string, "A one-sentence description of the layer.")
  static let kind = Key(
    "kind", Rule<LayerKind>.choice, .required,
    "How features are shown: cluster for points that are clustered, circle for points with a radius, shape for lines "
      + "and polygons.")
  static let filter = Key(
    "filter", Rule<FeatureExpression>.filter(allowsZoom: true),
    "An expression that selects the layer's features; by default, all features of the source.")
  static let zooms = Key(
    "zooms", CommonRules.zooms, .standard("0-14"),
    "The zooms of the layer's tiles: a range such as 0-14, or a single zoom such as 5. 0-auto ends at the first zoom "
      + "after which nothing new appears, but no later than zoom 16.")
  static let maxTiles = Key(
    "maxTiles", tileLimitsRule, .implied([:]), shapesBundle: false,
    "The maximum number of tiles, over all zooms, for a single feature and for all features of the layer together: "
      + "{feature: 1000000, layer: 50000000}. These limits are checked before features are clipped. They have no "
      + "effect with kind: cluster.")
  static let duplicates = Key(
    "duplicates", Rule<Duplicates>.choice,
    "How exact duplicates of a feature, with the same id, geometry and properties, are treated: drop leaves them "
      + "out, keep keeps them. Without this key, they are kept with a warning.")
  static let properties = Key(
    "properties", PropertySelection.rule, .standard([:]),
    "Which properties the tiles contain, and which ones are added.")
  static let cluster = Key(
    "cluster", ClusterLayer.rule, .implied([:]), "How points are clustered. Only valid with kind: cluster.")
  static let circle = Key("circle", CircleLayer.rule, "How circles are created. Required with kind: circle.")
  static let shape = Key(
    "shape", ShapeLayer.rule, .implied([:]), "How shapes are simplified. Only valid with kind: shape.")

  /// A layer of circles has the block with their radius.
  private static let circlesNeedRadius = KeyRule(schema: [
    "if": ["properties": ["kind": ["const": "circle"]], "required": ["kind"]], "then": ["required": ["circle"]],
  ]) { fields, log in
    guard fields.optional(kind) == .circle, !fields.has("circle") else { return }
    log.note(.missingKey, at: fields.position, "missing key \"circle\"", key: "circle")
  }

  static let rule = Rule<LayerConfiguration>.mapping(
    // Expressions are read after the properties that they can read.
    [source, description, kind, properties, filter, zooms, maxTiles, duplicates, cluster, circle, shape],
    rules: LayerKind.allCases.map { .only($0.rawValue, with: "kind", [$0.rawValue]) } + [circlesNeedRadius]
  ) { fields, log in
    defer { log.computed = [] }
    let kind = try kindOfLayer(fields, &log)
    let span = try fields(zooms)
    var properties = try fields(properties)
    if case .cluster(let cluster) = kind, let by = cluster.by?.value {
      if properties.drop.contains(by) {
        let reason = "\"\(by)\" must not be listed in properties: {drop: [...]}, because the clusters need it"
        log.note(.conflict, "cluster.by", of: fields, reason)
      }
      // A map filters points and clusters by it.
      properties.keep = properties.keep.map { Set($0 + [by]).sorted() }
    }
    let layer = LayerConfiguration(
      name: log.key, summary: fields.optional(description), source: try fields(source),
      filter: fields.optional(filter), zooms: span.range, endsByItself: span.endsByItself,
      properties: properties, kind: kind, maxTiles: try fields(maxTiles), duplicates: fields.optional(duplicates))
    noteZoom(layer, fields, &log)
    return layer
  }

  private static func kindOfLayer(_ fields: Fields, _ log: inout ProblemLog) throws(Incomplete) -> Kind {
    switch try fields(kind) {
    case .circle: return .circle(try fields(circle))
    case .shape: return .shape(try fields(shape))
    case .cluster: return .cluster(try clusterLayer(fields, &log))
    }
  }

  private static func clusterLayer(_ fields: Fields, _ log: inout ProblemLog) throws(Incomplete) -> ClusterLayer {
    let (span, block) = (try fields(zooms), try fields(cluster))
    let (first, last) = (span.range.lowerBound, span.range.upperBound)
    var layer = block.layer
    layer.options.zooms = first...max(first, block.maxZoom ?? last)
    if block.maxZoom != nil, span.endsByItself {
      let reason = "\"maxZoom\" cannot be combined with zooms: \(first)-auto, which ends when all clusters have split"
      log.note(.conflict, "cluster.maxZoom", of: fields, reason)
    } else if let zoom = block.maxZoom, !span.range.contains(zoom) {
      let reason = "\(zoom) is outside the layer's zoom range, \(first)-\(last)"
      log.note(.outOfRange, "cluster.maxZoom", of: fields, reason)
    }
    return layer
  }

  /// A cluster is the same cluster at neighboring zooms, so what it is made of cannot depend on the zoom. If every zoom of
  /// another layer shows something else, there is no first zoom after which nothing new is shown.
  private static func noteZoom(_ layer: LayerConfiguration, _ fields: Fields, _ log: inout ProblemLog) {
    let computed = layer.properties.computed.map { $0.expression }
    let reading = ([layer.filter].compactMap(\.self) + computed).filter(\.usesZoom)
    if case .cluster = layer.kind {
      for expression in reading {
        log.note(
          .expression, at: expression.position, "\"zoom\" cannot be used in a cluster layer", key: expression.role)
      }
      return
    }
    var keys = reading.map(\.role)
    if case .circle(let circle) = layer.kind, !circle.radius.isSameAtEveryZoom { keys.append("circle.radius") }
    guard layer.endsByItself, let key = keys.first else { return }
    log.note(
      .conflict, "zooms", of: fields,
      "\(layer.zooms.lowerBound)-auto cannot be used, because \(key) depends on the zoom or is in pixels; set a "
        + "maximum zoom, such as \(layer.zooms.lowerBound)-14")
  }

  private static let largest = 1 << 53

  private static let feature = Key(
    "feature", Rule.integer(1...largest), .standard(1_000_000), shapesBundle: false,
    "The maximum number of tiles for a single feature; a feature with more is rejected. The whole world has 349,525 "
      + "tiles from zoom 0 to zoom 9.")
  private static let layer = Key(
    "layer", Rule.integer(1...largest), .standard(50_000_000), shapesBundle: false,
    "The maximum number of tiles for all features together; a tile counts once for each feature in it.")

  /// The form of limits on tiles: `{feature: 1000000, layer: 50000000}`.
  private static let tileLimitsRule = Rule<TileLimits>.mapping([feature, layer]) { fields, _ in
    TileLimits(feature: try fields(feature), layer: try fields(layer))
  }
}
