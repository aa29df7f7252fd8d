/// The tolerance within which two cameras are considered equal.
public struct CameraTolerance: Sendable, Hashable {
  /// The greatest movement of anything in the view, in screen points.
  public var points: Double
  /// The greatest difference of the bearing and of the pitch, in degrees.
  public var degrees: Double

  /// A tolerance of half a point and a tenth of a degree, below which a difference is invisible.
  public static let visible = CameraTolerance(points: 0.5, degrees: 0.1)

  /// Creates a tolerance.
  public init(points: Double, degrees: Double) {
    self.points = points
    self.degrees = degrees
  }
}

extension Camera {
  /// Returns whether two cameras differ by more than a tolerance in a viewport.
  ///
  /// They differ if the center has moved by more points than the tolerance (at the greater zoom, the shorter way around
  /// the world), if the zoom moves a corner of the view by more points, if an inset has changed by more points, or if
  /// the bearing or the pitch has changed by more degrees. The result is symmetric. Numbers that are not finite always
  /// differ.
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
