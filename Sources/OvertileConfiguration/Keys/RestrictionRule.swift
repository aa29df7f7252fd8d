/// The form of a camera's limits.
enum RestrictionRule {
  private static let angle = Rule<Quantity>.quantity([.degrees], .from0(through: 85))
  private static let bounds = Key(
    "bounds", BoundsRule.rule, "The bounds that the center must stay within, in degrees: [west, south, east, north].")
  private static let minZoom = Key("minZoom", CameraKeys.zoom, "The minimum zoom.")
  private static let maxZoom = Key("maxZoom", CameraKeys.zoom, "The maximum zoom.")
  private static let minPitch = Key("minPitch", angle, "The minimum pitch, such as 0deg.")
  private static let maxPitch = Key("maxPitch", angle, "The maximum pitch, such as 60deg.")

  static let rule = Rule<CameraPreset.Restriction>.mapping([
    bounds, minZoom, maxZoom, minPitch, maxPitch,
  ]) { fields, log in
    let restriction = CameraPreset.Restriction(
      bounds: fields.optional(bounds), minZoom: fields.optional(minZoom), maxZoom: fields.optional(maxZoom),
      minPitchDegrees: fields.optional(minPitch)?.value, maxPitchDegrees: fields.optional(maxPitch)?.value)
    let limits = [
      ("Zoom", restriction.minZoom, restriction.maxZoom),
      ("Pitch", restriction.minPitchDegrees, restriction.maxPitchDegrees),
    ]
    for case (let name, let least?, let most?) in limits where least > most {
      log.note(.conflict, "min\(name)", of: fields, "min\(name) must not be greater than max\(name)")
    }
    return restriction
  }
}
