import OvertileCore

/// The interpolation of `interpolate` from one stop to the next.
enum Curve: Sendable {
  /// `a * base^x + b` through both stops; base 1 is a straight line.
  case exponential(base: Double)
  case cubicBezier(UnitBezier)

  /// Reads `["linear"]`, `["exponential", base]` or `["cubic-bezier", x1, y1, x2, y2]`.
  init(_ syntax: ExpressionSyntax, of call: Call) throws(ExpressionError) {
    guard case .array(let parts) = syntax.content, let head = parts.first, case .string(let name) = head.content else {
      throw call.error(.syntax, Self.form, at: syntax.position)
    }
    switch name {
    case "linear": self = .exponential(base: 1)
    case "exponential":
      guard parts.count > 1, let base = parts[1].plainNumber else {
        throw call.error(.syntax, "the base of an exponential curve must be a plain number", at: syntax.position)
      }
      self = .exponential(base: base)
    case "cubic-bezier":
      let points = parts.dropFirst().compactMap(\.plainNumber)
      guard parts.count == 5, points.count == 4, points.allSatisfy((0...1).contains) else {
        throw call.error(.syntax, "a cubic-bezier curve must have four numbers from 0 to 1", at: syntax.position)
      }
      self = .cubicBezier(UnitBezier(x1: points[0], y1: points[1], x2: points[2], y2: points[3]))
    default: throw call.error(.syntax, Self.form, at: head.position)
    }
  }

  private static let form =
    "the curve must be [\"linear\"], [\"exponential\", base] or [\"cubic-bezier\", x1, y1, x2, y2]"

  /// The position of a number between two stops, from 0 to 1.
  func share(of number: Double, from lower: Double, to upper: Double) -> Double {
    let (progress, difference) = (number - lower, upper - lower)
    switch self {
    case .exponential(1): return progress / difference
    case .exponential(let base): return (pow(base, progress) - 1) / (pow(base, difference) - 1)
    case .cubicBezier(let curve): return curve.y(atX: progress / difference)
    }
  }
}

/// A cubic Bezier curve from (0, 0) to (1, 1), like the timing functions of CSS.
struct UnitBezier: Sendable {
  private let x: (a: Double, b: Double, c: Double)
  private let y: (a: Double, b: Double, c: Double)

  init(x1: Double, y1: Double, x2: Double, y2: Double) {
    x = Self.polynomial(x1, x2)
    y = Self.polynomial(y1, y2)
  }

  /// The height above a point, to about 1e-6: Newton's method, then halving where it does not converge.
  func y(atX target: Double) -> Double {
    guard target > 0 else { return 0 }
    guard target < 1 else { return 1 }
    let tolerance = 1e-6
    var time = target
    for _ in 0..<8 {
      let error = Self.value(x, time) - target
      if abs(error) < tolerance { return Self.value(y, time) }
      let slope = (3 * x.a * time + 2 * x.b) * time + x.c
      if abs(slope) < tolerance { break }
      time -= error / slope
    }
    var (low, high) = (0.0, 1.0)
    time = target
    for _ in 0..<60 {
      let error = Self.value(x, time) - target
      if abs(error) < tolerance { break }
      if error < 0 { low = time } else { high = time }
      time = (low + high) / 2
    }
    return Self.value(y, time)
  }

  private static func polynomial(_ first: Double, _ second: Double) -> (a: Double, b: Double, c: Double) {
    let c = 3 * first
    let b = 3 * (second - first) - c
    return (1 - c - b, b, c)
  }

  private static func value(_ p: (a: Double, b: Double, c: Double), _ t: Double) -> Double {
    ((p.a * t + p.b) * t + p.c) * t
  }
}
