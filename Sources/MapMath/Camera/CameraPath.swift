/// A way to move from one camera to another.
public enum CameraMotion: Sendable, Hashable {
  /// A motion in which every value changes in proportion to time. The center moves straight across the plane.
  case linear
  /// A motion like `linear` that is slow at both ends. The timing follows the `ease` curve in CSS, cubic-bezier(0.25,
  /// 0.1, 0.25, 1).
  case ease
  /// A motion that zooms out, moves across, and zooms in again, at a constant perceived speed.
  ///
  /// A greater curvature zooms out farther. A typical curvature is 1.42. The motion is described in van Wijk and Nuij,
  /// "Smooth and efficient zooming and panning" (2003).
  case flight(curvature: Double = 1.42)
}

/// A path from one camera to another, for use in an animation.
///
/// The center takes the shorter way around the world, and the bearing takes the shorter rotation. The path starts and
/// ends exactly at the two cameras.
public struct CameraPath: Sendable, Hashable {
  /// The camera at the start of the path.
  public let start: Camera
  /// The camera at the end of the path.
  public let end: Camera
  /// The way in which the path moves from one camera to the other.
  public let motion: CameraMotion
  private let flight: Flight?

  /// Creates a path from one camera to another.
  ///
  /// - Throws: `CameraError.invalidViewport` if the viewport is invalid, or `.invalidCamera` if a camera is invalid or
  ///   if the curvature of the motion is not a finite number greater than 0.
  public init(
    from start: Camera, to end: Camera, in viewport: MapViewport, motion: CameraMotion
  ) throws(CameraError) {
    guard start.isValid, end.isValid else { throw .invalidCamera }
    guard viewport.isValid else { throw .invalidViewport }
    (self.start, self.end, self.motion) = (start, end, motion)
    guard case .flight(let curvature) = motion else {
      flight = nil
      return
    }
    guard curvature > 0, curvature.isFinite else { throw .invalidCamera }
    let (a, b) = (MapPoint(unwrapped: start.center), MapPoint(unwrapped: end.center))
    let distance = hypot((b.x - a.x).remainder(dividingBy: MapPoint.worldSide), b.y - a.y)
    let visible = max(viewport.width, viewport.height)
    flight = Flight(
      distance: distance, startWidth: visible / start.pointsPerMapPoint, endWidth: visible / end.pointsPerMapPoint,
      curvature: curvature)
  }

  /// The length of the path, measured in screens, or `nil` if the motion is not a flight. Both panning and zooming add
  /// to the length.
  ///
  /// To get a duration in seconds, divide the length by a speed, such as 1.2 screens per second.
  public var flightLength: Double? { flight?.length }

  /// Returns the camera at the given time, which is a fraction of the duration. A time of 0 or less returns the start
  /// camera, and a time of 1 or more returns the end camera.
  public func camera(at time: Double) -> Camera {
    guard time > 0 else { return start }
    guard time < 1 else { return end }
    let share = motion == .ease ? Easing.ease(time) : time
    let state = flight?.state(at: time)
    return camera(
      share: share, moved: state?.moved ?? share, zoom: state.map { start.zoom512 - log2($0.growth) })
  }

  /// Returns the given number of cameras at equal time steps along the path, including both ends. If `count` is less
  /// than 2, the start and end cameras are returned.
  public func samples(_ count: Int) -> [Camera] {
    let steps = max(count, 2) - 1
    return (0...steps).map { camera(at: Double($0) / Double(steps)) }
  }

  /// The camera turned, tilted and padded by one fraction and moved by another; zoomed by the first unless a zoom is
  /// passed.
  private func camera(share: Double, moved: Double, zoom: Double?) -> Camera {
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    var camera = start
    let (a, b) = (MapPoint(unwrapped: start.center), MapPoint(unwrapped: end.center))
    let turn = (b.x - a.x).remainder(dividingBy: MapPoint.worldSide)
    camera.center = MapPoint(x: a.x + turn * moved, y: a.y + (b.y - a.y) * moved).coordinate.onMap
    camera.zoom512 = zoom ?? between(start.zoom512, end.zoom512)
    camera.bearing = start.bearing + Longitude.shortestTurn(from: start.bearing, to: end.bearing) * share
    camera.pitch = between(start.pitch, end.pitch)
    let (p, q) = (start.padding, end.padding)
    camera.padding = ScreenPadding(
      top: between(p.top, q.top), left: between(p.left, q.left), bottom: between(p.bottom, q.bottom),
      right: between(p.right, q.right))
    camera.anchor = nil
    return camera
  }
}
