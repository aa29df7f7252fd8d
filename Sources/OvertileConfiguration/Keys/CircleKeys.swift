import OvertileBundleFormat
import OvertileCore
import OvertileExpressions

/// The keys of a circle layer's `circle`.
enum CircleKeys {
  static let model = Key(
    "model", Rule<CircleModel>.choice(among: CircleModel.ofMeters), .standard("geodesic"),
    "How circles with a radius in meters are drawn: geodesic makes them round on the ground, mapkit makes them round "
      + "on the map, as MKCircle does.")
  static let radius = Key(
    "radius", RadiusRule.rule, .required,
    "The radius: a number with a unit (250m, 40px), {property: name, unit: km}, or {expression: [...], unit: km}.")
  static let tileSize = CommonRules.tileSizeKey
  static let draw = Key(
    "draw", drawRule, .standard(["center"]),
    "What the tiles contain for each circle: center (a point with the radius), ring (a polygon), or both.")
  static let chordError = Key(
    "chordError", Rule<Quantity>.quantity([.pixels], .above0(through: 64)), .standard("0.25px"),
    "The maximum distance between a ring and the true circle.")
  static let pulse = Key("pulse", PulseRule.rule, "An animation of the circles; by default, circles are not animated.")
  static let hide = Key("hide", HideRule.rule, .implied([:]), "When circles are left out of the tiles.")
  static let dotBelow = Key(
    "dotBelow", Rule<Quantity>.quantity([.pixels], .above0(through: 65536)),
    "The radius below which a circle becomes a dot. By default, circles do not become dots.")
  static let dissolve = Key(
    "dissolve", DissolveRule.rule.located, .standard(false),
    "Whether overlapping circles are merged into one shape: false, true, or {by: property} to merge only circles "
      + "with equal values.")

  static let rule = Rule<CircleLayer>.mapping([
    model, radius, tileSize, draw, chordError, pulse, hide,
    dotBelow, dissolve,
  ]) { fields, log in
    let layer = CircleLayer(
      model: try fields(radius).isInPixels ? .pixels : try fields(model), radius: try fields(radius),
      tileSizePixels: try fields(tileSize), draw: try fields(draw),
      chordErrorPixels: try fields(chordError).inBaseUnits, pulse: fields.optional(pulse),
      hide: fields.optional(hide) ?? CircleLayer.Hiding(), dotBelowPixels: fields.optional(dotBelow)?.inBaseUnits,
      dissolve: try fields(dissolve).value, dissolvePosition: try fields(dissolve).position)
    if layer.dissolve != .none, !layer.draw.contains(.ring) {
      log.note(
        .conflict, at: try fields(dissolve).position,
        "only rings can be dissolved; use draw: [ring] or draw: [center, ring]", key: "dissolve")
    }
    return layer
  }

  private static let drawRule = Rule<String>.word(CirclePart.drawn.map(\.rawValue), also: ["centre": "center"])
    .oneOrMore.map { words in CirclePart.drawn.filter { words.contains($0.rawValue) } }
    .spelled { draw in String(draw.reduce(0) { $0 + ($1 == .center ? 1 : 2) }) }
}
