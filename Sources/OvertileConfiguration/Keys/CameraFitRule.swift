import OvertileBundleFormat
import OvertileCore
import OvertileExpressions

/// The form of a camera's target.
enum CameraFitRule {
  private static let layer = Key("layer", Rule<String>.string.located, "The layer whose features the camera shows.")
  private static let filter = Key(
    "filter", Rule<FeatureExpression>.filter(),
    "An expression that selects the features to show; by default, all features.")
  private static let bounds = Key(
    "bounds", BoundsRule.rule, "The bounds to show, in degrees: [west, south, east, north].")

  /// A layer or bounds, and a filter with a layer only.
  private static let oneTarget: NamedValues<JSONValue> = [
    "oneOf": [["required": ["layer"]], ["required": ["bounds"], "properties": ["filter": false]]]
  ]

  static let rule = Rule<CameraPreset.Target>.mapping([layer, filter, bounds], schema: oneTarget) { fields, log in
    if fields.has("bounds") {
      for other in ["layer", "filter"] where fields.has(other) {
        log.note(.conflict, other, of: fields, "\"\(other)\" cannot be combined with bounds")
      }
      return .bounds(try fields(bounds))
    }
    guard fields.has("layer") else {
      log.note(
        .missingKey, at: fields.position,
        "missing key \"layer\" or \"bounds\"; set one of them to define what the camera shows")
      throw Incomplete()
    }
    if fields.has("filter") { _ = try fields(filter) }
    return .layer(try fields(layer), filter: fields.optional(filter))
  }
}

/// How bounds are written: `[west, south, east, north]` in degrees, as in GeoJSON.
enum BoundsRule {
  private static let longitude = Rule<Double>.number(-180...180)
  private static let latitude = Rule<Double>.number(-90...90)

  static let rule = Rule<DegreeBox>([
    "type": "array", "minItems": 4, "maxItems": 4,
    "prefixItems": [longitude.schema, latitude.schema, longitude.schema, latitude.schema],
  ]) { node, log in
    guard case .array(let items) = node.content, items.count == 4 else {
      return log.rejectType(node, wanted: "a list of four coordinates in degrees: [west, south, east, north]")
    }
    let rules = [longitude, latitude, longitude, latitude]
    let edges = items.indices.compactMap { index in
      log.below(String(index)) { log in rules[index].read(items[index], &log).map { $0.value + 0 } }
    }
    guard edges.count == 4 else { return nil }
    guard edges[1] <= edges[3] else {
      return log.reject(
        .outOfRange, items[1],
        "the southern latitude, \(JSONValue.text(edges[1])), must not be greater than the northern latitude, "
          + "\(JSONValue.text(edges[3]))")
    }
    let bounds = DegreeBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
    return Reading(bounds, canonical: "[" + edges.map { "\($0)" }.joined(separator: ",") + "]")
  }
}
