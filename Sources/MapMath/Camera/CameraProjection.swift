/// A conversion between coordinates and screen positions for one camera in one viewport.
///
/// Let (X, Y) be the offset of a coordinate from the center, in points, rotated by the bearing. Let D be 1.5 times the
/// height of the viewport, and let q = D - Y sin(pitch). The coordinate then appears at (X D / q, Y cos(pitch) D / q)
/// relative to the center of the padded viewport. This is the perspective that MapLibre Native uses, with a field of
/// view of 2 atan(1/3).
public struct CameraProjection: Sendable {
  let center: MapPoint
  /// Screen points per map point.
  let scale: Double
  /// The screen position of the center.
  let principal: ScreenPoint
  private let bearing: (sin: Double, cos: Double)
  private let pitch: (sin: Double, cos: Double)
  private let distance: Double

  /// Creates the projection for the given camera in the given viewport.
  ///
  /// - Throws: `CameraError.invalidCamera` or `.invalidViewport` if the camera or the viewport is invalid.
  public init(_ camera: Camera, in viewport: MapViewport) throws(CameraError) {
    guard camera.isValid else { throw .invalidCamera }
    guard viewport.isValid else { throw .invalidViewport }
    self.init(camera, center: MapPoint(unwrapped: camera.center), viewport: viewport)
  }

  /// Creates the projection of a valid camera whose center is replaced by a map point that may lie outside the world.
  init(_ camera: Camera, center: MapPoint, viewport: MapViewport) {
    self.center = center
    scale = camera.pointsPerMapPoint
    let shift = (viewport.insets + camera.padding).shift
    principal = ScreenPoint(x: viewport.width / 2 + shift.x, y: viewport.height / 2 + shift.y)
    bearing = Degrees.sinCos(camera.bearing)
    pitch = Degrees.sinCos(camera.pitch)
    distance = 1.5 * viewport.height
  }

  /// Returns the screen position of the given coordinate. The position may be outside the viewport.
  ///
  /// If the longitude of the coordinate is more than 180 degrees from the center's longitude, the nearest equivalent
  /// longitude is used instead.
  ///
  /// - Throws: `CameraError.behindCamera` if the coordinate is behind the camera.
  public func screenPoint(of coordinate: Coordinate) throws(CameraError) -> ScreenPoint {
    var point = MapPoint(unwrapped: coordinate)
    if abs(point.x - center.x) > MapPoint.worldSide / 2 {
      point.x = center.x + (point.x - center.x).remainder(dividingBy: MapPoint.worldSide)
    }
    return try screenPoint(of: point)
  }

  /// Returns the coordinate at the given screen position, with a longitude in the range -180..<180. The latitude may be
  /// beyond the northern or southern edge of the world.
  ///
  /// - Throws: `CameraError.aboveHorizon` if the position shows sky.
  public func coordinate(at position: ScreenPoint) throws(CameraError) -> Coordinate {
    try mapPoint(at: position).coordinate.wrapped
  }

  /// The y coordinate of the horizon on the screen, in points, or `nil` if the camera looks straight down.
  public var horizonY: Double? {
    pitch.sin > 0 ? principal.y - distance * pitch.cos / pitch.sin : nil
  }

  /// The screen position of a map point; columns are not wrapped.
  func screenPoint(of point: MapPoint) throws(CameraError) -> ScreenPoint {
    let placed = projected(point)
    guard placed.depth > 0 else { throw .behindCamera }
    return placed.position
  }

  /// The formula without its guard: nonsense where the depth is not positive.
  func projected(_ point: MapPoint) -> (position: ScreenPoint, depth: Double) {
    let (dx, dy) = ((point.x - center.x) * scale, (point.y - center.y) * scale)
    let (x, y) = (dx * bearing.cos + dy * bearing.sin, dy * bearing.cos - dx * bearing.sin)
    let depth = distance - y * pitch.sin
    let growth = distance / depth
    return (ScreenPoint(x: principal.x + x * growth, y: principal.y + y * pitch.cos * growth), depth)
  }

  /// The factor by which a coordinate in front of the camera is drawn larger, from left to right, than the center.
  func growth(of point: MapPoint) -> Double { distance / projected(point).depth }

  /// The map point at a screen position; it may lie outside the world.
  func mapPoint(at position: ScreenPoint) throws(CameraError) -> MapPoint {
    let (u, v) = (position.x - principal.x, position.y - principal.y)
    let slope = distance * pitch.cos + v * pitch.sin
    guard slope > 0 else { throw .aboveHorizon }
    let y = v * distance / slope
    let x = u * (distance - y * pitch.sin) / distance
    return MapPoint(
      x: center.x + (x * bearing.cos - y * bearing.sin) / scale,
      y: center.y + (x * bearing.sin + y * bearing.cos) / scale)
  }
}
