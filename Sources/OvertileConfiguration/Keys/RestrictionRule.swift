import OvertileBundleFormat

/// The form of a camera's limits.
enum RestrictionRule {
  private static let angle = Rule<Quantity>.quantity([.degrees], .from0(through: 85))
  private static let bounds = Key(
    "bounds", BoundsRule.rule, "The bounds that the center must stay within, in degrees: [west, south, east, north].")
  private static let minZoom = Key("minZoom", CameraKeys.zoom, "The minimum zoom.")
  private static let maxZoom = Key("maxZoom", CameraKeys.zoom, "The maximum zoom.")
  private static let minPitch = Key("minPitch", angle, "The minimum pitch, such as 0deg.")
  private static let maxPitch = Key("maxPitch", angle, "The maximum pitch, such as 60deg.")

  static let rule = Rule<BundleManifest.CameraLimits>.mapping([
    bounds, minZoom, maxZoom, minPitch, maxPitch,
  ]) { fields, log in
    var limits = BundleManifest.CameraLimits()
    limits.bounds = fields.optional(bounds).map { [$0.west, $0.south, $0.east, $0.north] }
    (limits.minZoom, limits.maxZoom) = (fields.optional(minZoom), fields.optional(maxZoom))
    (limits.minPitch, limits.maxPitch) = (fields.optional(minPitch)?.value, fields.optional(maxPitch)?.value)
    let pairs = [("Zoom", limits.minZoom, limits.maxZoom), ("Pitch", limits.minPitch, limits.maxPitch)]
    for case (let name, let least?, let most?) in pairs where least > most {
      log.note(.conflict, "min\(name)", of: fields, "min\(name) must not be greater than max\(name)")
    }
    return limits
  }
}
