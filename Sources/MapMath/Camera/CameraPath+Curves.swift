/// The optimal path of van Wijk and Nuij 2003 between two windows: u along the way, w their width, s along the path.
struct Flight: Sendable, Hashable {
  /// The length of the path, S in the paper.
  let length: Double
  private let curvature: Double
  private let startWidth: Double
  private let endWidth: Double
  private let distance: Double
  /// r0 in the paper; nil for a path that only zooms.
  private let startAngle: Double?

  /// Creates the path; distance and widths in one unit.
  init(distance: Double, startWidth: Double, endWidth: Double, curvature: Double) {
    self.curvature = curvature
    self.startWidth = startWidth
    self.endWidth = endWidth
    self.distance = distance
    let squared = curvature * curvature
    func angle(_ width: Double, _ sign: Double) -> Double {
      let difference = endWidth * endWidth - startWidth * startWidth
      let b = (difference + sign * squared * squared * distance * distance) / (2 * width * squared * distance)
      return -asinh(b)
    }
    let (from, to) = (angle(startWidth, 1), angle(endWidth, -1))
    // Closer than this the formula loses its digits, and the path is a zoom.
    if distance > 1e-6 * min(startWidth, endWidth), from.isFinite, to.isFinite {
      startAngle = from
      length = (to - from) / curvature
    } else {
      startAngle = nil
      length = abs(log(endWidth / startWidth)) / curvature
    }
  }

  /// The fraction of the distance, and the width in units of the first one, after a fraction of the path.
  func state(at time: Double) -> (moved: Double, growth: Double) {
    guard let startAngle else { return (time, pow(endWidth / startWidth, time)) }
    let angle = startAngle + curvature * length * time
    let growth = cosh(startAngle) / cosh(angle)
    // cosh(r0) tanh(r) - sinh(r0), as one quotient that does not cancel.
    let along = sinh(angle - startAngle) / cosh(angle) / (curvature * curvature)
    return (startWidth * along / distance, growth)
  }
}

/// The timing curve "ease" of CSS.
enum Easing {
  /// The progress of cubic-bezier(0.25, 0.1, 0.25, 1) after a fraction of the time in 0...1.
  static func ease(_ time: Double) -> Double {
    func curve(_ t: Double, _ a: Double, _ b: Double) -> Double {
      let rest = 1 - t
      return 3 * rest * rest * t * a + 3 * rest * t * t * b + t * t * t
    }
    // The x of the curve rises, so halving finds its parameter.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<54 {
      let middle = (low + high) / 2
      if curve(middle, 0.25, 0.25) < time { low = middle } else { high = middle }
    }
    return curve((low + high) / 2, 0.1, 1)
  }
}
