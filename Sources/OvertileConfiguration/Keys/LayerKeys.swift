import OvertileCore
import OvertileExpressions

/// The keys of an entry of `layers`.
enum LayerKeys {
  static let source = Key(
    "source", Rule<String>.string.located, .required,
    "The name of the source that the layer's features come from.")
  static let description = Key("description", Rule<String>.string, "A one-sentence description of the layer.")
  static let kind = Key(
    "kind", Rule<String>.word(kinds, advice: kindAdvice).located, .required,
    "How features are shown: cluster for points that are clustered, circle for points with a radius, shape for lines "
      + "and polygons."
  )
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
    "duplicates", Rule<LayerConfiguration.Duplicates>.choice,
    "How exact duplicates of a feature, with the same id, geometry and properties, are treated: drop leaves them "
      + "out, keep keeps them. Without this key, they are kept with a warning.")
  static let properties = Key(
    "properties", PropertyKeys.rule, .standard([:]),
    "Which properties the tiles contain, and which ones are added.")
  static let cluster = Key(
    "cluster", ClusterKeys.rule, .implied([:]), "How points are clustered. Only valid with kind: cluster.")
  static let circle = Key("circle", CircleKeys.rule, "How circles are created. Required with kind: circle.")
  static let shape = Key(
    "shape", ShapeKeys.rule, .implied([:]), "How shapes are simplified. Only valid with kind: shape.")

  /// The kind for names of geometries and of Mapbox's layers.
  @Sendable private static func kindAdvice(_ word: String) -> String? {
    switch word.lowercased() {
    case "point", "points", "multipoint", "symbol", "heatmap", "marker", "markers":
      "use kind: cluster for points, or kind: circle for points with a radius"
    case "line", "lines", "linestring", "polygon", "polygons", "multipolygon", "multilinestring", "fill":
      "use kind: shape for lines and polygons"
    default: nil
    }
  }

  private static let kinds = ["cluster", "circle", "shape"]

  /// For each kind: the blocks of the others are not allowed, and circles need a radius.
  private static let kindConditions: JSONValue = .array(
    kinds.map { kind in
      let others = NamedValues(kinds.filter { $0 != kind }.map { ($0, JSONValue.bool(false)) }) { _, last in last }
      let consequence: JSONValue = ["properties": .object(others)]
      return [
        "if": ["properties": ["kind": ["const": .string(kind)]], "required": ["kind"]],
        "then": kind == "circle" ? consequence.adding(["required": ["circle"]]) : consequence,
      ]
    })

  static let rule = Rule<LayerConfiguration>.mapping(
    // Expressions are read after the properties that they can read.
    [source, description, kind, properties, filter, zooms, maxTiles, duplicates, cluster, circle, shape],
    schema: ["allOf": kindConditions]
  ) { fields, log in
    defer { log.computed = [] }
    let kind = try kindOfLayer(fields, &log)
    let span = try fields(zooms)
    var layer = LayerConfiguration(
      name: Located("", at: fields.position), summary: fields.optional(description), source: try fields(source),
      filter: fields.optional(filter), zooms: span.range, endsByItself: span.endsByItself,
      properties: try fields(properties), kind: kind, maxTiles: try fields(maxTiles),
      duplicates: fields.optional(duplicates))
    layer.keepShared(&log)
    noteZoom(layer, fields, &log)
    noteHiddenEverywhere(layer, fields, &log)
    return layer
  }

  private static func kindOfLayer(
    _ fields: Fields, _ log: inout ProblemLog
  ) throws(Incomplete) -> LayerConfiguration.Kind {
    let kind = try fields(kind).value
    for other in kinds where other != kind && fields.has(other) {
      log.note(.conflict, other, of: fields, "\"\(other)\" cannot be combined with kind: \(kind)")
    }
    switch kind {
    case "circle":
      if !fields.has("circle") {
        let reason = "missing key \"circle\"; set the radius, such as circle: {radius: 250m}"
        log.note(.missingKey, at: fields.position, reason, key: "circle")
      }
      return .circle(try fields(circle))
    case "shape":
      return .shape(try fields(shape))
    default:
      return .cluster(clusterLayer(try fields(cluster), zooms: try fields(zooms), &log))
    }
  }

  private static func clusterLayer(
    _ options: ClusterKeys.Options, zooms span: CommonRules.Zooms, _ log: inout ProblemLog
  ) -> ClusterLayer {
    var layer = options.layer
    let zooms = span.range
    layer.maxZoom = options.maxZoom?.value ?? zooms.upperBound
    if let maxZoom = options.maxZoom, span.endsByItself {
      log.note(
        .conflict, at: maxZoom.position,
        "\"maxZoom\" cannot be combined with zooms: \(zooms.lowerBound)-auto, which already ends when all clusters "
          + "have split; remove one of the two",
        key: "cluster.maxZoom")
    } else if let maxZoom = options.maxZoom, !zooms.contains(maxZoom.value) {
      log.note(
        .outOfRange, at: maxZoom.position,
        "\(maxZoom.value) is outside the layer's zoom range, \(zooms.lowerBound)-\(zooms.upperBound)",
        key: "cluster.maxZoom"
      )
    }
    return layer
  }

  /// Circles that are hidden below a zoom must have one at which they are shown.
  private static func noteHiddenEverywhere(_ layer: LayerConfiguration, _ fields: Fields, _ log: inout ProblemLog) {
    guard case .circle(let circle) = layer.kind, let zoom = circle.hide.belowZoom, !layer.endsByItself,
      zoom > layer.zooms.upperBound
    else { return }
    log.note(
      .conflict, at: fields.node["circle"]?["hide"]?.position ?? fields.keyPosition("circle"),
      "belowZoom: \(zoom) leaves out every circle, because the layer's maximum zoom is \(layer.zooms.upperBound)",
      key: "circle.hide.belowZoom")
  }

  /// The filter and the computed properties that read the zoom, each with its key.
  private static func readingZoom(_ layer: LayerConfiguration) -> [(key: String, expression: FeatureExpression)] {
    let computed = layer.properties.computed.map { ("properties.compute.\($0.name.value)", $0.expression) }
    return ((layer.filter.map { [("filter", $0)] } ?? []) + computed).filter(\.1.usesZoom)
  }

  /// A cluster is the same cluster at neighboring zooms, so what it is made of cannot depend on the zoom. If every zoom of
  /// another layer shows something else, there is no first zoom after which nothing new is shown.
  private static func noteZoom(_ layer: LayerConfiguration, _ fields: Fields, _ log: inout ProblemLog) {
    let reading = readingZoom(layer)
    if case .cluster = layer.kind {
      for (key, expression) in reading {
        log.note(.expression, at: expression.position, "\"zoom\" cannot be used in a cluster layer", key: key)
      }
      return
    }
    var keys = reading.map(\.key)
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
      + "tiles from zoom 0 to zoom 9."
  )
  private static let layer = Key(
    "layer", Rule.integer(1...largest), .standard(50_000_000), shapesBundle: false,
    "The maximum number of tiles for all features together; a tile counts once for each feature in it.")

  /// The form of limits on tiles: `{feature: 1000000, layer: 50000000}`.
  private static let tileLimitsRule = Rule<LayerConfiguration.TileLimits>.mapping([feature, layer]) { fields, _ in
    LayerConfiguration.TileLimits(feature: try fields(feature), layer: try fields(layer))
  }
}
