import OvertilePlatform

/// Operations on bearings: the direction that is up on the screen, in degrees clockwise from north.
public enum Bearing {
  /// The same direction in 0..<360. Idempotent.
  public static func normalized(_ degrees: Double) -> Double {
    if degrees >= 0 && degrees < 360 { return degrees }
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    let positive = turned < 0 ? turned + 360 : turned
    // A tiny negative remainder plus 360 can round to 360 itself. Adding 0 makes -0 positive.
    return positive >= 360 ? 0 : positive + 0
  }

  /// The bearing of a map whose content is turned by an affine transform, in 0..<360; nil when it does not turn.
  ///
  /// The transform maps (x, y), y down, to (ax + cy, bx + dy), as in views, so that (0, 1, -1, 0) turns the content
  /// clockwise by 90 degrees: west is up, and the bearing 270. An even scale makes no difference; for a transform that
  /// stretches, the bearing is that of the nearest turn. A transform that mirrors or flattens, or is not of numbers,
  /// has no bearing.
  public static func ofMap(a: Double, b: Double, c: Double, d: Double) -> Double? {
    guard a * d - b * c > 0, (a + b + c + d).isFinite else { return nil }
    return normalized(atan2(c - b, a + d) * 180 / .pi)
  }
}
