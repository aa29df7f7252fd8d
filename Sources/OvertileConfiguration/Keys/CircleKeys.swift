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
  static let pulse = Key("pulse", pulseRule, "An animation of the circles; by default, circles are not animated.")
  static let hide = Key("hide", hideRule, .implied([:]), "When circles are left out of the tiles.")
  static let dotBelow = Key(
    "dotBelow", Rule<Quantity>.quantity([.pixels], .above0(through: 65536)),
    "The radius below which a circle becomes a dot. By default, circles do not become dots.")
  static let dissolve = Key(
    "dissolve", dissolveRule.located, .standard(false),
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

  private static let scale = Key(
    "scale", pair(0...100), .standard([.double(0.8), .double(1.2)]),
    "The scale factors of the radius at the start and at the end.")
  private static let opacity = Key(
    "opacity", pair(0...1), .standard([.double(0.5), .double(0.05)]),
    "The opacities at the start and at the end, from 0 to 1.")
  private static let duration = Key(
    "duration", Rule<Quantity>.quantity([.seconds, .milliseconds], .above0(through: 3600)), .standard("2s"),
    "The duration from start to end.")

  /// The form of an animation.
  private static let pulseRule = Rule<CircleLayer.Pulse>.mapping([scale, opacity, duration]) { fields, _ in
    let (scale, opacity) = (try fields(scale), try fields(opacity))
    return CircleLayer.Pulse(
      scaleFrom: scale[0], scaleTo: scale[1], opacityFrom: opacity[0], opacityTo: opacity[1],
      durationSeconds: try fields(duration).inBaseUnits)
  }

  /// A list of exactly two numbers.
  private static func pair(_ range: ClosedRange<Double>) -> Rule<[Double]> {
    let list = Rule.number(range).list()
    return Rule<[Double]>(list.schema.adding(["minItems": 2, "maxItems": 2])) { node, log in
      guard let reading = list.read(node, &log) else { return nil }
      guard reading.value.count == 2 else {
        return log.reject(.badValue, node, "expected two numbers, [from, to], found \(reading.value.count)")
      }
      return reading
    }
  }

  private static let lengths = Rule<Quantity>.quantity([.pixels], .above0(through: 65536))
  private static let belowZoom = Key(
    "belowZoom", Rule.integer(CommonRules.zoomRange), "The zoom below which all circles are left out.")
  private static let belowSize = Key("belowSize", lengths, "The radius below which a circle is left out.")
  private static let aboveSize = Key("aboveSize", lengths, "The radius above which a circle is left out.")

  /// The form of hiding.
  private static let hideRule = Rule<CircleLayer.Hiding>.mapping([belowZoom, belowSize, aboveSize]) { fields, log in
    let (below, above) = (fields.optional(belowSize), fields.optional(aboveSize))
    if let below, let above, below.inBaseUnits >= above.inBaseUnits {
      log.note(
        .conflict, at: fields.position, "belowSize must be less than aboveSize; otherwise every circle is left out")
    }
    return CircleLayer.Hiding(
      belowZoom: fields.optional(belowZoom), belowSizePixels: below?.inBaseUnits, aboveSizePixels: above?.inBaseUnits)
  }

  private static let by = Key(
    "by", Rule<String>.string, .required, "The property whose value circles must share to be merged.")

  private static let grouped = Rule<CircleLayer.Dissolve>.mapping([by]) { fields, _ in
    .byProperty(try fields(by))
  }

  /// The form of dissolving.
  private static let dissolveRule = Rule<Bool>.boolean.map { $0 ? CircleLayer.Dissolve.all : .none }.or(
    mapping: grouped)
}
