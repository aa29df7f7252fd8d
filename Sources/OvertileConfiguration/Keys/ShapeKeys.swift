import OvertileCore

/// The keys of a shape layer's `shape`.
enum ShapeKeys {
  static let tolerance = Key(
    "tolerance", Rule<Quantity>.quantity([.pixels], .from0(through: 64)), .standard("0.375px"),
    "The maximum deviation that simplification may cause, in pixels of a 512-pixel tile. The default is 3 units of "
      + "an extent of 4096.")
  static let method = Key(
    "method", Rule<ShapeMethod>.choice, .standard("coverage"),
    "How shapes are simplified: coverage keeps shapes valid and preserves shared borders, topology keeps shapes "
      + "valid, douglas-peucker repairs shapes that it makes invalid, none keeps every vertex.")
  static let snap = Key(
    "snap", Rule<Quantity>.quantity([.meters, .kilometers, .miles, .nauticalMiles, .feet], .above0(through: 1000)),
    "The distance on the ground within which method: coverage joins borders that nearly match. By default, such "
      + "borders are not joined."
  )
  static let small = Key(
    "small", Rule<ShapeLayer.Small>.choice, .standard("drop"),
    "How shapes that are too small to see are treated: drop leaves them out, point replaces each one with a point, "
      + "gather turns some polygons into squares whose total area is that of all small polygons.")
  static let smallerThan = Key(
    "smallerThan", Rule<Quantity>.quantity([.pixels], .from0(through: 512)), .standard("1px"),
    "The size below which a shape is small, in pixels of a 512-pixel tile.")
  static let label = Key(
    "label", labelRule, .standard(false),
    "Whether polygons have label points: true adds two properties to the polygon in each of its tiles, point adds "
      + "one point feature per zoom."
  )

  private static let labelRule = Rule<Bool>.boolean.map { $0 ? ShapeLayer.Label.property : .none }
    .or(Rule.choice(among: [.point])) { $0 == .string(ShapeLayer.Label.point.rawValue) }

  static let rule = Rule<ShapeLayer>.mapping([tolerance, method, snap, small, smallerThan, label]) { fields, _ in
    ShapeLayer(
      tolerancePixels: try fields(tolerance).inBaseUnits, method: try fields(method),
      snapMeters: fields.optional(snap)?.inBaseUnits, small: try fields(small),
      smallerThanPixels: try fields(smallerThan).inBaseUnits, label: try fields(label))
  }
}
