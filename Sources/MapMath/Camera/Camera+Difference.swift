/// The tolerance within which two cameras count as the same.
public struct CameraTolerance: Sendable, Hashable {
  /// The screen points by which anything in the view may move.
  public var points: Double
  /// Degrees of bearing and of pitch.
  public var degrees: Double

  /// Half a point and a tenth of a degree. Nobody can see less.
  public static let visible = CameraTolerance(points: 0.5, degrees: 0.1)

  /// Makes a tolerance.
  public init(points: Double, degrees: Double) {
    self.points = points
    self.degrees = degrees
  }
}

extension Camera {
  /// Whether two cameras differ enough to matter in a viewport.
  ///
  /// They do when the center has moved by more points (counted at the greater zoom, the shorter way around the world),
  /// when the zoom moves a corner of the view by more points, when an inset has changed by more points, or when bearing
  /// or pitch has changed by more degrees than the tolerance. Symmetric. A number that is not finite differs.
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
