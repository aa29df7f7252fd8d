import OvertileBundleFormat
import OvertileCore
import OvertileExpressions

/// How a circle layer makes and draws its circles.
package struct CircleLayer: Sendable {
  /// The radius.
  package var radius: Radius
  /// The rules for drawing circles, as the manifest states them; but the property by which they dissolve has its name in the
  /// source.
  package var rules: BundleManifest.CircleRules
  /// The animation, or nil for circles without one.
  package var pulse: BundleManifest.Pulse?
  /// The value of that property, which circles share that become one shape; nil if none, or all, become one.
  package var dissolveValue: FeatureExpression?

  /// The meaning of a circle: one of those that keys can name.
  package var model: CircleModel { rules.circleModel ?? .geodesic }

  /// Whether overlapping circles become one shape.
  package var dissolves: Bool { rules.dissolving != .nothing }

  /// The source of a radius. The number times the unit is the radius; it must be above 0 and finite.
  package enum Radius: Sendable {
    /// The same number of meters for all.
    case meters(Double)
    /// The same number of pixels for all, at every zoom.
    case pixels(Double)
    /// A number per feature, in a unit of length or in pixels.
    case perFeature(FeatureExpression, unit: QuantityUnit)

    /// Whether the number is one of pixels.
    package var isInPixels: Bool {
      switch self {
      case .meters: false
      case .pixels: true
      case .perFeature(_, let unit): unit.dimension == .screen
      }
    }

    /// Whether a circle has the same radius on the ground at every zoom.
    package var isSameAtEveryZoom: Bool {
      if case .perFeature(let expression, _) = self, expression.usesZoom { return false }
      return !isInPixels
    }
  }
}

extension CircleLayer {
  static let model = Key(
    "model", Rule<CircleModel>.choice(among: CircleModel.ofMeters), .standard("geodesic"),
    "How circles with a radius in meters are drawn: "
      + CircleModel.ofMeters.map(\.summary).joined(separator: "; ") + ".")
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
    "dotBelow", lengths,
    "The radius below which a circle becomes a dot. By default, circles do not become dots.")
  static let dissolve = Key(
    "dissolve", dissolveRule, .standard(false),
    "Whether overlapping circles are merged into one shape: false, true, or {by: property} to merge only circles "
      + "with equal values.")

  static let rule = Rule<CircleLayer>.mapping([
    model, radius, tileSize, draw, chordError, pulse, hide, dotBelow, dissolve,
  ]) { fields, log in
    let (radius, dissolve) = (try fields(radius), try fields(dissolve))
    let model = try radius.isInPixels ? CircleModel.pixels : fields(model)
    var rules = BundleManifest.CircleRules(
      model: model.rawValue, tileSizePixels: try fields(tileSize), chordErrorPixels: try fields(chordError).value)
    rules.draw = try fields(draw).map(\.rawValue)
    (rules.dissolve, rules.dissolveProperty) = (dissolve.rule.rawValue, dissolve.property?.name.value)
    (rules.hideBelowZoom, rules.hideBelowPixels, rules.hideAbovePixels) = try fields(hide)
    rules.dotBelowPixels = fields.optional(dotBelow)
    if dissolve.rule != .nothing, !rules.draws(.ring) {
      let reason = "only rings can be dissolved; use draw: [ring] or draw: [center, ring]"
      log.note(.conflict, "dissolve", of: fields, reason)
    }
    return CircleLayer(
      radius: radius, rules: rules, pulse: fields.optional(pulse), dissolveValue: dissolve.property?.value)
  }

  private static let drawRule = Rule<String>.word(CirclePart.drawn.map(\.rawValue))
    .oneOrMore.map { words in CirclePart.drawn.filter { words.contains($0.rawValue) } }
    .spelled { draw in String(draw.reduce(0) { $0 + ($1 == .center ? 1 : 2) }) }

  private static let scale = Key(
    "scale", Rule.number(0...100).tuple("from", "to"), .standard([.double(0.8), .double(1.2)]),
    "The scale factors of the radius at the start and at the end.")
  private static let opacity = Key(
    "opacity", Rule.number(0...1).tuple("from", "to"), .standard([.double(0.5), .double(0.05)]),
    "The opacities at the start and at the end, from 0 to 1.")
  private static let duration = Key(
    "duration", Rule<Quantity>.quantity([.seconds, .milliseconds], .above0(through: 3600)), .standard("2s"),
    "The duration from start to end.")

  /// The form of an animation.
  private static let pulseRule = Rule<BundleManifest.Pulse>.mapping([scale, opacity, duration]) { fields, _ in
    BundleManifest.Pulse(
      scale: try fields(scale), opacity: try fields(opacity), seconds: try fields(duration).inBaseUnits)
  }

  private static let lengths = Rule<Quantity>.quantity([.pixels], .above0(through: 65536)).map(\.value)
  private static let belowZoom = Key(
    "belowZoom", Rule.integer(CommonRules.zoomRange), "The zoom below which all circles are left out.")
  private static let belowSize = Key("belowSize", lengths, "The radius below which a circle is left out.")
  private static let aboveSize = Key("aboveSize", lengths, "The radius above which a circle is left out.")

  /// The zoom and the radius in pixels below which circles are left out, and the radius above which they are.
  typealias Hiding = (belowZoom: Int?, belowSize: Double?, aboveSize: Double?)

  /// The form of hiding.
  private static let hideRule = Rule<Hiding>.mapping([belowZoom, belowSize, aboveSize]) { fields, _ in
    (fields.optional(belowZoom), fields.optional(belowSize), fields.optional(aboveSize))
  }

  private static let by = Key(
    "by", Rule<NamedExpression>.property(), .required, "The property whose value circles must share to be merged.")

  /// Which circles are merged, and the property whose value they must share.
  typealias Dissolving = (rule: CircleDissolving, property: NamedExpression?)

  private static let grouped = Rule<Dissolving>.mapping([by]) { fields, log in
    var property = try fields(by)
    property.value.role = log.role
    return (.byProperty, property)
  }

  /// The form of dissolving.
  private static let dissolveRule = Rule<Bool>.boolean.map { Dissolving($0 ? .all : .nothing, nil) }
    .or(mapping: grouped)
}
