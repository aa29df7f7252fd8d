/// The tolerance within which two cameras are considered equal.
public struct CameraTolerance: Sendable, Hashable {
  /// The maximum distance by which any part of the view may move, in points.
  public var points: Double
  /// The maximum difference in bearing and in pitch, in degrees.
  public var degrees: Double

  /// A tolerance of half a point and a tenth of a degree. Smaller differences are not visible on the screen.
  public static let visible = CameraTolerance(points: 0.5, degrees: 0.1)

  /// Creates a tolerance from a distance, in points, and an angle, in degrees.
  public init(points: Double, degrees: Double) {
    self.points = points
    self.degrees = degrees
  }
}

extension Camera {
  /// Returns whether this camera differs from another camera by more than the given tolerance in the given viewport.
  ///
  /// The cameras differ if at least one of these values exceeds the tolerance:
  ///
  /// - The distance between the two centers, in points, measured the shorter way around the world at the greater of the
  ///   two zooms.
  /// - The distance by which the change in zoom moves a corner of the view, in points.
  /// - The change in the padding on any edge, in points.
  /// - The change in bearing or in pitch, in degrees.
  ///
  /// The order of the two cameras does not matter. Cameras with values that are not finite always differ.
  public func differs(
    from other: Camera, in viewport: MapViewport, tolerance: CameraTolerance = .visible
  ) -> Bool {
    let (a, b) = (MapPoint(unwrapped: center), MapPoint(unwrapped: other.center))
    let scale = max(pointsPerMapPoint, other.pointsPerMapPoint)
    let moved = hypot((a.x - b.x).remainder(dividingBy: MapPoint.worldSide), a.y - b.y) * scale
    let grown = hypot(viewport.width, viewport.height) / 2 * (exp2(abs(zoom512 - other.zoom512)) - 1)
    let inset = max(
      abs(padding.top - other.padding.top), abs(padding.left - other.padding.left),
      abs(padding.bottom - other.padding.bottom), abs(padding.right - other.padding.right))
    let turned = abs(Longitude.shortestTurn(from: bearing, to: other.bearing))
    let isSame =
      moved <= tolerance.points && grown <= tolerance.points && inset <= tolerance.points
      && turned <= tolerance.degrees && abs(pitch - other.pitch) <= tolerance.degrees
    return !isSame
  }
}
