import OvertileBundleFormat
import OvertileCore
import OvertileExpressions

/// The form of a camera's target: a layer, of which a filter selects features, or bounds.
enum CameraFitRule {
  private static let layer = Key("layer", Rule<String>.string.located, "The layer whose features the camera shows.")
  private static let filter = Key(
    "filter", Rule<FeatureExpression>.filter(),
    "An expression that selects the features to show; by default, all features.")
  private static let bounds = Key(
    "bounds", BoundsRule.rule, "The bounds to show, in degrees: [west, south, east, north].")

  static let rule = Rule<CameraPreset.Target>.mapping(
    [layer, filter, bounds], rules: [.exactlyOne(of: ["layer", "bounds"]), .only("filter", with: ["layer"])]
  ) { fields, _ in
    if let bounds = fields.optional(bounds) { return .bounds(bounds) }
    return .layer(try fields(layer), filter: fields.optional(filter))
  }
}

/// How bounds are written: `[west, south, east, north]` in degrees, as in GeoJSON.
enum BoundsRule {
  private static let degrees = Rule<Double>.number(-180...180).tuple("west", "south", "east", "north")
    .map { edges in edges.map { $0 + 0 } }.spelled { CanonicalJSON.list($0.map { "\($0)" }) }

  static let rule = degrees.refined { edges, node, log -> DegreeBox? in
    guard -90 <= edges[1], edges[1] <= edges[3], edges[3] <= 90 else {
      let found = "\(JSONValue.text(edges[1])) in the south and \(JSONValue.text(edges[3])) in the north"
      return log.reject(.outOfRange, node, "the latitudes must ascend from -90 to 90, found \(found)")
    }
    return DegreeBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
  }
}
