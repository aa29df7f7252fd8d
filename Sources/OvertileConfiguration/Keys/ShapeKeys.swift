import OvertileCore

/// The keys of a shape layer's `shape`.
enum ShapeKeys {
  static let tolerance = Key(
    "tolerance", Rule<Quantity>.quantity([.pixels], .from0(through: 64)), .standard("0.375px"),
    "The largest deviation that simplification may cause, in pixels of a 512-pixel tile: 3 units of an extent of 4096.")
  static let method = Key(
    "method", Rule<ShapeMethod>.choice, .standard("coverage"),
    "How shapes are simplified: coverage keeps each valid and the borders that they share, topology each valid, "
      + "douglas-peucker repairs those it breaks, none keeps every vertex.")
  static let snap = Key(
    "snap", Rule<Quantity>.quantity([.meters, .kilometers, .miles, .nauticalMiles, .feet], .above0(through: 1000)),
    "The distance on the ground within which method: coverage joins borders that nearly match; by default it joins none."
  )
  static let small = Key(
    "small", Rule<ShapeLayer.Small>.choice, .standard("drop"),
    "What happens to shapes that are too small to see: drop leaves them out, point turns each into a point, gather turns some "
      + "polygons into squares that have the area of all.")
  static let smallerThan = Key(
    "smallerThan", Rule<Quantity>.quantity([.pixels], .from0(through: 512)), .standard("1px"),
    "The size below which a shape is small, in pixels of a 512-pixel tile.")
  static let label = Key(
    "label", labelRule, .standard(false),
    "Whether polygons have label points: true adds two properties to each of their tiles, point one point feature a zoom."
  )

  private static let labelRule: Rule<ShapeLayer.Label> = {
    let flag = Rule<Bool>.boolean
    let word = Rule<String>.word([ShapeLayer.Label.point.rawValue])
    return Rule(["anyOf": [flag.schema, word.schema]]) { node, log in
      if case .string(ShapeLayer.Label.point.rawValue) = node.content {
        return word.map { _ in ShapeLayer.Label.point }.read(node, &log)
      }
      return flag.map { $0 ? ShapeLayer.Label.property : .none }.read(node, &log)
    }
  }()

  static let rule = Rule<ShapeLayer>.mapping([
    tolerance.erased, method.erased, snap.erased, small.erased, smallerThan.erased, label.erased,
  ]) { (fields, _) throws(Incomplete) in
    ShapeLayer(
      tolerancePixels: try fields(tolerance).inBaseUnits, method: try fields(method),
      snapMeters: fields.optional(snap)?.inBaseUnits, small: try fields(small),
      smallerThanPixels: try fields(smallerThan).inBaseUnits, label: try fields(label))
  }
}
