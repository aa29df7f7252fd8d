/// A change to the zoom, bearing, or pitch of a camera. If a property is `nil`, the camera keeps the corresponding
/// value.
public struct CameraChange: Sendable, Hashable {
  /// The new zoom for 512-point tiles, or `nil` to keep the current zoom.
  public var zoom512: Double?
  /// The new bearing, in degrees clockwise from north, or `nil` to keep the current bearing.
  public var bearing: Double?
  /// The new pitch, in degrees from straight down, or `nil` to keep the current pitch.
  public var pitch: Double?

  /// Creates a change to the given zoom for 512-point tiles, bearing, and pitch. Values that are `nil` stay unchanged.
  public init(zoom512: Double? = nil, bearing: Double? = nil, pitch: Double? = nil) {
    self.zoom512 = zoom512
    self.bearing = bearing
    self.pitch = pitch
  }
}

extension Camera {
  /// Returns the camera after the given change, while the coordinate at the given screen position stays in place.
  ///
  /// If `position` is `nil`, the camera's own `anchor` is used, or the center if there is no anchor. If the change
  /// would move the center beyond the northern or southern edge of the world, the center stops at that edge, and the
  /// coordinate moves on the screen.
  ///
  /// - Throws: `CameraError.invalidCamera` or `.invalidViewport` if the camera or the viewport is invalid, or
  ///   `.aboveHorizon` if the position shows sky before or after the change.
  public func changed(
    _ change: CameraChange, about position: ScreenPoint? = nil, in viewport: MapViewport
  ) throws(CameraError) -> Camera {
    var camera = self
    camera.zoom512 = change.zoom512 ?? zoom512
    camera.bearing = change.bearing ?? bearing
    camera.pitch = change.pitch ?? pitch
    let (before, after) = (try CameraProjection(self, in: viewport), try CameraProjection(camera, in: viewport))
    guard let position = position ?? anchor else { return camera }
    let (held, slipped) = (try before.mapPoint(at: position), try after.mapPoint(at: position))
    let center = before.center
    camera.center =
      MapPoint(x: center.x + held.x - slipped.x, y: center.y + held.y - slipped.y).coordinate.onMap
    return camera
  }
}
