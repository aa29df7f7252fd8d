/// Operations on bearings. A bearing is the direction that is up on the screen, in degrees clockwise from north.
public enum Bearing {
  /// Returns the bearing in the range 0..<360 that is equivalent to the given bearing. For example, the result for -90
  /// is 270.
  public static func normalized(_ degrees: Double) -> Double {
    degrees >= 0 && degrees < 360 ? degrees : positiveRemainder(of: degrees, dividedBy: 360)
  }

  /// Returns the bearing of a map whose content is rotated by the given affine transform, or `nil` if the transform
  /// mirrors or flattens the content. The bearing is in the range 0..<360.
  ///
  /// The transform maps (x, y) to (ax + cy, bx + dy), where y increases downward. For example, the transform (0, 1, -1,
  /// 0) rotates the content clockwise by 90 degrees, so that west is up and the bearing is 270. If the transform also
  /// stretches the content, the result is the bearing of the nearest rotation.
  public static func ofMap(a: Double, b: Double, c: Double, d: Double) -> Double? {
    guard a * d - b * c > 0, (a + b + c + d).isFinite else { return nil }
    return normalized(atan2(c - b, a + d) * 180 / .pi)
  }
}
