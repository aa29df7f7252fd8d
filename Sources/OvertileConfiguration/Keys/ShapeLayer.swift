import OvertileCore

/// How a shape layer simplifies its lines and polygons.
package struct ShapeLayer: Sendable, Hashable {
  /// The largest deviation that simplification may cause, in pixels of a 512-pixel tile, at least 0.
  package var tolerancePixels: Double
  /// The way of simplifying.
  package var method: ShapeMethod
  /// The distance on the ground in meters, above 0, below which borders that nearly match are joined; nil if none are.
  package var snapMeters: Double?
  /// How shapes that are too small to see are treated.
  package var small: Small
  /// The size in pixels of a 512-pixel tile below which a shape is small, at least 0.
  package var smallerThanPixels: Double
  /// The form in which polygons have label points.
  package var label: Label

  /// The form in which polygons have label points.
  package enum Label: String, Sendable, CaseIterable {
    /// They have none.
    case none
    /// As two properties of the polygon, in each of its tiles.
    case property
    /// As a point feature of its own, in one tile of each zoom that draws the polygon.
    case point
  }

  /// How shapes that are too small to see are treated.
  package enum Small: String, Sendable, CaseIterable {
    /// They are left out of the zoom, and counted.
    case drop
    /// They become a point.
    case point
    /// Some become squares with the area of all of them; the others are left out of the zoom, and counted.
    case gather
  }
}

extension ShapeLayer {
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
      + "borders are not joined.")
  static let small = Key(
    "small", Rule<Small>.choice, .standard("drop"),
    "How shapes that are too small to see are treated: drop leaves them out, point replaces each one with a point, "
      + "gather turns some polygons into squares whose total area is that of all small polygons.")
  static let smallerThan = Key(
    "smallerThan", Rule<Quantity>.quantity([.pixels], .from0(through: 512)), .standard("1px"),
    "The size below which a shape is small, in pixels of a 512-pixel tile.")
  static let label = Key(
    "label", labelRule, .standard(false),
    "Whether polygons have label points: true adds two properties to the polygon in each of its tiles, point adds "
      + "one point feature per zoom.")

  private static let labelRule = Rule<Bool>.boolean.map { $0 ? Label.property : .none }
    .or(Rule.choice(among: [.point])) { $0 == .string(Label.point.rawValue) }

  static let rule = Rule<ShapeLayer>.mapping([tolerance, method, snap, small, smallerThan, label]) { fields, _ in
    ShapeLayer(
      tolerancePixels: try fields(tolerance).inBaseUnits, method: try fields(method),
      snapMeters: fields.optional(snap)?.inBaseUnits, small: try fields(small),
      smallerThanPixels: try fields(smallerThan).inBaseUnits, label: try fields(label))
  }
}
