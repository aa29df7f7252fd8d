import OvertileBundleFormat
import OvertileClustering
import OvertileCore
import OvertileExpressions

/// How a cluster layer clusters its points.
package struct ClusterLayer: Sendable {
  /// Which points make a cluster, where its marker is, and the zooms at which points are clustered: the layer's first and
  /// those up to one of its zooms, above which every point is single.
  package var options: ClusterOptions
  /// The weight of a feature in priorities and centroids, a whole number; nil for one each. Counts do not change.
  package var weight: FeatureExpression?
  /// The property that points of one cluster share; nil if all points cluster together. `aggregates` ends with its value.
  package var by: Located<String>?
  /// The aggregates over a cluster's members, in the order of the file.
  package var aggregates: [AggregateConfiguration]
  /// Whether lines and polygons become their label point; otherwise they are invalid features.
  package var labelsNonPoints: Bool
  /// The data of members that the bundle keeps.
  package var members: Members

  /// The data of clusters' members that the bundle keeps.
  package enum Members: String, Sendable, CaseIterable {
    /// Ids and properties.
    case full
    /// Ids only.
    case ids
    /// No data.
    case none
  }
}

/// A value computed over the members of a cluster.
package struct AggregateConfiguration: Sendable {
  /// The property's name in the tiles.
  package var name: Located<String>
  /// The operation on the members' values.
  package var operation: AggregateOperation
  /// The most distinct values that are kept, for the operation of that name.
  package var cap: Int
  /// A member's value.
  package var expression: FeatureExpression
  /// The step to whose multiples sums and means are rounded; nil if they are not.
  package var round: Double?
}

extension ClusterLayer {
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
    "members", Rule<Members>.choice, .standard("full"),
    "Which data the bundle keeps about cluster members: full (ids and properties), ids, or none.")
  static let maxZoom = Key(
    "maxZoom", Rule.integer(CommonRules.zoomRange),
    "The maximum zoom at which points are clustered; at higher zooms, points are shown individually. By default, the "
      + "layer's maximum zoom.")

  /// The content of the block; the layer around it knows the zooms.
  typealias Options = (layer: ClusterLayer, maxZoom: Int?)

  static let rule = Rule<Options>.mapping([
    radius, tileSize, minPoints, position, weight, by, aggregates, nonPoints, members, maxZoom,
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

/// How an aggregate is written: `{max: mag}`, `{sum: ["*", 2, ["get", "n"]]}`, `{mean: mag, round: 0.1}`,
/// `{distinct: kind, cap: 10}`.
enum AggregateRule {
  /// The number of distinct values that are kept by default.
  static let standardCap = 16

  private static let operations: [Key<FeatureExpression>] = AggregateOperation.allCases.map { operation in
    let expected: ExpressionType =
      switch operation.operands {
      case .number: .number
      case .boolean: .boolean
      case .string, nil: .value
      }
    return Key(
      operation.rawValue, .propertyOrExpression(.init(expected: expected, acceptsNull: true)), operation.summary)
  }

  private static let cap = Key(
    "cap", Rule.integer(1...1000),
    "The maximum number of distinct values to keep; \(standardCap) by default. Only valid with distinct.")

  private static let round = Key(
    "round", Rule<Double>.number(1e-9...1e9),
    "The rounding step for results, such as 0.1; halves are rounded away from zero. Only valid with sum and mean.")

  static let rule = Rule<AggregateConfiguration>.mapping(
    (operations as [any AnyKey]) + [cap, round],
    rules: [
      .exactlyOne(of: operations.map(\.name)), .only("cap", with: ["distinct"]), .only("round", with: ["sum", "mean"]),
    ]
  ) { fields, log in
    guard let key = operations.first(where: { fields.has($0.name) }),
      let operation = AggregateOperation(rawValue: key.name)
    else { throw Incomplete() }
    var expression = try fields(key)
    expression.role = log.role
    return AggregateConfiguration(
      name: log.key, operation: operation, cap: fields.optional(cap) ?? standardCap, expression: expression,
      round: fields.optional(round))
  }
}
