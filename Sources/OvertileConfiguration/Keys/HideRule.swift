/// The form of hiding.
enum HideRule {
  private static let pixels = Rule<Quantity>.quantity([.pixels], .above0(through: 65536))
  private static let belowZoom = Key(
    "belowZoom", Rule.integer(CommonRules.zoomRange), "The zoom below which all circles are left out.")
  private static let belowSize = Key("belowSize", pixels, "The radius below which a circle is left out.")
  private static let aboveSize = Key("aboveSize", pixels, "The radius above which a circle is left out.")

  static let rule = Rule<CircleLayer.Hiding>.mapping([belowZoom, belowSize, aboveSize]) { fields, log in
    let (below, above) = (fields.optional(belowSize), fields.optional(aboveSize))
    if let below, let above, below.inBaseUnits >= above.inBaseUnits {
      log.note(
        .conflict, at: fields.position, "belowSize must be less than aboveSize; otherwise every circle is left out")
    }
    return CircleLayer.Hiding(
      belowZoom: fields.optional(belowZoom), belowSizePixels: below?.inBaseUnits, aboveSizePixels: above?.inBaseUnits)
  }
}
