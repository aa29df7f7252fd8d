import OvertileBundleFormat
import OvertileClustering
import OvertileCore
import OvertileExpressions

/// The keys of a cluster layer's `cluster`.
enum ClusterKeys {
  static let radius = Key(
    "radius", Rule<Quantity>.quantity([.pixels], .above0(through: 65536)), .standard("40px"),
    "The radius of a cluster, in pixels of a tile whose size is tileSize.")
  static let tileSize = CommonRules.tileSizeKey
  static let minPoints = Key(
    "minPoints", Rule.integer(2...1_000_000_000), .standard(2), "The minimum number of points in a cluster.")
  static let position = Key(
    "position",
    Rule<MarkerPosition>.choice, .standard("mean"),
    "Where a cluster's marker is placed: mean is the mean position of the members; member is the position of one "
      + "member, so that no two markers are closer than the radius.")
  static let weight = Key(
    "weight", Rule<FeatureExpression>.propertyOrExpression(.init(expected: .number)),
    "The weight of a feature, as a whole number. Heavier features have a higher priority and pull the marker toward "
      + "them. Counts do not change.")
  static let by = Key(
    "by", Rule<NamedExpression>.property(),
    "The property, such as category, whose value all points in a cluster must share; points without a value cluster "
      + "only with each other. A cluster has the value of its points. By default, all points can cluster together.")
  static let aggregates = Key(
    "aggregates", AggregateRule.rule.named(), .implied([:]),
    "Properties computed from the members of a cluster, each written as NAME: {operation: property or expression}.")
  static let nonPoints = Key(
    "nonPoints", Rule<String>.word(["error", "label"]), .standard("error"),
    "What to do with lines and polygons: report them as invalid features (error), or replace each one with its label "
      + "point (label).")
  static let members = Key(
    "members", Rule<ClusterLayer.Members>.choice, .standard("full"),
    "Which data the bundle keeps about cluster members: full (ids and properties), ids, or none.")
  static let maxZoom = Key(
    "maxZoom", Rule.integer(CommonRules.zoomRange),
    "The maximum zoom at which points are clustered; at higher zooms, points are shown individually. By default, the "
      + "layer's maximum zoom.")

  /// The content of the block; the layer around it knows the zooms.
  typealias Options = (layer: ClusterLayer, maxZoom: Int?)

  static let rule = Rule<Options>.mapping([
    radius, tileSize, minPoints, position, weight, by, aggregates,
    nonPoints, members, maxZoom,
  ]) { fields, log in
    let by = fields.optional(by)
    var aggregates = fields.optional(aggregates) ?? []
    var taken = Set(TileProperty.ofClusters.keys)
    var names = aggregates.map { (key: "aggregates.\($0.name.value)", name: $0.name) }
    if let by { names.insert(("by", by.name), at: 0) }
    for (key, name) in names where !taken.insert(name.value).inserted {
      log.note(.conflict, at: name.position, "clusters already have a property with this name", key: key)
    }
    if let by {
      aggregates.append(AggregateConfiguration(name: by.name, operation: .first, cap: 1, expression: by.value))
    }
    let layer = ClusterLayer(
      options: ClusterOptions(
        radius: try fields(radius).value, tileSize: Double(try fields(tileSize)), minPoints: try fields(minPoints),
        zooms: CommonRules.zoomRange, position: try fields(position)),
      weight: fields.optional(weight), by: by?.name, aggregates: aggregates,
      labelsNonPoints: try fields(nonPoints) == "label", members: try fields(members))
    return (layer, fields.optional(maxZoom))
  }
}
