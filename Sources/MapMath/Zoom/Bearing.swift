/// Operations on bearings. A bearing is the direction that is up on the screen, in degrees clockwise from north.
public enum Bearing {
  /// Returns the same direction in 0..<360.
  public static func normalized(_ degrees: Double) -> Double {
    degrees >= 0 && degrees < 360 ? degrees : positiveRemainder(of: degrees, dividedBy: 360)
  }

  /// Returns the bearing, in 0..<360, of a map whose content an affine transform rotates.
  ///
  /// The transform maps (x, y), with y down, to (ax + cy, bx + dy). For example, (0, 1, -1, 0) rotates the content
  /// clockwise by 90 degrees, so that west is up and the bearing is 270. If the transform also stretches the content,
  /// the bearing is that of the nearest rotation. The result is nil if the transform mirrors or flattens the content.
  public static func ofMap(a: Double, b: Double, c: Double, d: Double) -> Double? {
    guard a * d - b * c > 0, (a + b + c + d).isFinite else { return nil }
    return normalized(atan2(c - b, a + d) * 180 / .pi)
  }
}
