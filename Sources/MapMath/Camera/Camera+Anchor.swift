/// A change of zoom, bearing or pitch. A nil property leaves the value unchanged.
public struct CameraChange: Sendable, Hashable {
  /// The new zoom for 512-point tiles.
  public var zoom512: Double?
  /// The new bearing, in degrees clockwise from north.
  public var bearing: Double?
  /// The new pitch, in degrees from straight down.
  public var pitch: Double?

  /// Creates a change.
  public init(zoom512: Double? = nil, bearing: Double? = nil, pitch: Double? = nil) {
    self.zoom512 = zoom512
    self.bearing = bearing
    self.pitch = pitch
  }
}

extension Camera {
  /// Returns the changed camera, keeping the coordinate under a screen position in place.
  ///
  /// Without a position, the camera's own `anchor` is used, or else the center. If the center would leave the world to
  /// the north or south, it stays at the edge, and the coordinate moves.
  ///
  /// - Throws: `CameraError.invalidCamera`, `.invalidViewport`, and `.aboveHorizon` if the position shows sky before or
  ///   after the change.
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
