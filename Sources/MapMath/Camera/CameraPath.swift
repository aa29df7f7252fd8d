/// A way to move from one camera to another.
public enum CameraMotion: Sendable, Hashable {
  /// Everything in proportion to time: the center straight on the plane.
  case linear
  /// Like `linear`, but slow at both ends: the curve "ease" of CSS, cubic-bezier(0.25, 0.1, 0.25, 1).
  case ease
  /// Out, over and in again, at a constant perceived speed. The curvature is about 1.42: more zooms out farther.
  /// Source: van Wijk and Nuij 2003, "Smooth and efficient zooming and panning".
  case flight(curvature: Double = 1.42)
}

/// The path from one camera to another, as data for an animation.
///
/// The center and the bearing take the shorter way around. The path starts and ends exactly at the two cameras.
public struct CameraPath: Sendable, Hashable {
  /// The camera at the start.
  public let start: Camera
  /// The camera at the end.
  public let end: Camera
  /// The motion between them.
  public let motion: CameraMotion
  private let flight: Flight?

  /// Creates a path.
  ///
  /// - Throws: `CameraError.invalidCamera`, also for a curvature that is not greater than 0, and `.invalidViewport`.
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

  /// The length of a flight, in screens of zooming and panning, or nil for other motions.
  ///
  /// For a duration in seconds, divide it by a speed, such as 1.2 screens per second.
  public var flightLength: Double? { flight?.length }

  /// Returns the camera after a fraction of the time: the start for values up to 0, and the end for values from 1.
  public func camera(at time: Double) -> Camera {
    guard time > 0 else { return start }
    guard time < 1 else { return end }
    switch motion {
    case .linear: return camera(share: time, moved: time, zoom: nil)
    case .ease:
      let eased = Easing.ease(time)
      return camera(share: eased, moved: eased, zoom: nil)
    case .flight:
      guard let state = flight?.state(at: time) else { return camera(share: time, moved: time, zoom: nil) }
      return camera(share: time, moved: state.moved, zoom: start.zoom512 - log2(state.growth))
    }
  }

  /// Returns at least two cameras at equal time steps, including both ends.
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
