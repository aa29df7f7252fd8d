import OvertileBundleFormat
import OvertileExpressions

/// The keys of a cluster layer's `cluster`.
enum ClusterKeys {
  static let radius = Key(
    "radius", Rule<Quantity>.quantity([.pixels], .above0(through: 65536)), .standard("40px"),
    "The radius of a cluster, in pixels of a tile of tileSize.")
  static let tileSize = Key(
    "tileSize", CommonRules.tileSize, .standard("512px"), "The side of the tile in which pixels are measured.")
  static let minPoints = Key(
    "minPoints", Rule.integer(2...1_000_000_000), .standard(2), "The smallest number of points that make a cluster.")
  static let position = Key(
    "position",
    Rule<ClusterLayer.Position>.choice {
      switch $0 {
      case "centroid": "its name is mean"
      case "center": "its name is member"
      default: nil
      }
    }, .standard("mean"),
    "Where a marker stands: mean: at the mean of its members. member: at one of them, so that no two markers are closer than the "
      + "radius.")
  static let weight = Key(
    "weight", Rule<FeatureExpression>.propertyOrExpression(.init(expected: .number)),
    "The weight of a feature, a whole number: heavier features come first and pull the marker. Counts do not change.")
  static let by = Key(
    "by", Rule<String>.string.located,
    "A property, such as category: points cluster only with those that have the same value or, like them, have none, and "
      + "clusters carry the value. All points cluster together without it.")
  static let aggregates = Key(
    "aggregates", AggregateRule.rule.named(), .implied(.mapping([])),
    "Properties computed over the members of a cluster, each with a name and {operation: property or expression}.")
  static let nonPoints = Key(
    "nonPoints", Rule<ClusterLayer.NonPoints>.choice, .standard("error"),
    "What happens to lines and polygons: error makes them invalid features, label turns them into their label point.")
  static let members = Key(
    "members", Rule<ClusterLayer.Members>.choice, .standard("full"),
    "What the bundle keeps of the members of clusters: full (ids and properties), ids, or none.")
  static let maxZoom = Key(
    "maxZoom", Rule.integer(CommonRules.zoomRange).located,
    "The last zoom with clusters; at higher zooms each point is single. By default the layer's last zoom.")

  /// The content of the block; the layer around it knows the zooms.
  struct Options: Sendable {
    var layer: ClusterLayer
    var maxZoom: Located<Int>?
  }

  static let rule = Rule<Options>.mapping([
    radius.erased, tileSize.erased, minPoints.erased, position.erased, weight.erased, by.erased, aggregates.erased,
    nonPoints.erased, members.erased, maxZoom.erased,
  ]) { (fields, log) throws(Incomplete) in
    let by = fields.optional(by)
    if let by, reservedNames.contains(by.value) {
      log.note(.conflict, at: by.position, "clusters already have a property of this name", key: "by")
    }
    var aggregates = (fields.optional(aggregates) ?? []).map { name, value in
      AggregateConfiguration(
        name: name, operation: value.operation, cap: value.cap, expression: value.expression, round: value.round,
        role: "cluster.aggregates.\(name.value)")
    }
    for name in aggregates.map(\.name) where reservedNames.contains(name.value) || name.value == by?.value {
      log.note(
        .conflict, at: name.position, "clusters already have a property of this name", key: "aggregates.\(name.value)")
    }
    if let by, let value = try? FeatureExpression(property: by.value, at: by.position) {
      aggregates.append(
        AggregateConfiguration(name: by, operation: .first, cap: 1, expression: value, role: "cluster.by"))
    }
    let maxZoom = fields.optional(maxZoom)
    let layer = ClusterLayer(
      radiusPixels: try fields(radius).inBaseUnits, tileSizePixels: try fields(tileSize),
      minPoints: try fields(minPoints), position: try fields(position), weight: fields.optional(weight), by: by,
      aggregates: aggregates,
      nonPoints: try fields(nonPoints), members: try fields(members),
      maxZoom: maxZoom?.value ?? CommonRules.zoomRange.upperBound)
    return Options(layer: layer, maxZoom: maxZoom)
  }

  /// The properties of every cluster.
  static let reservedNames = Set(TileProperty.ofClusters.keys)
}
