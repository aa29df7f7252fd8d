/// The camera options of Mapbox and MapLibre. A nil property leaves the value unchanged.
public struct MapboxCameraOptions: Sendable, Hashable, Codable {
  /// The coordinate in the center of the padded view. It cannot be combined with `anchor`.
  public var center: Coordinate?
  /// The space to keep free at the edges, in points.
  public var padding: ScreenPadding?
  /// The screen position that stays over its coordinate. It cannot be combined with `center`.
  public var anchor: ScreenPoint?
  /// The zoom for 512-point tiles.
  public var zoom: Double?
  /// The bearing, in degrees clockwise from north.
  public var bearing: Double?
  /// The pitch, in degrees from straight down.
  public var pitch: Double?

  /// Creates options that change nothing.
  public init() {}
}

extension MapboxCameraOptions {
  /// Creates the options that move a map to a camera. The options have no anchor, because they set the center. A
  /// padding of zero is omitted.
  public init(_ camera: Camera) {
    center = camera.center
    zoom = camera.zoom512
    bearing = camera.bearing
    pitch = camera.pitch
    padding = camera.padding == .zero ? nil : camera.padding
  }
}

extension Camera {
  /// Returns the camera after applying options, as Mapbox and MapLibre do.
  ///
  /// With an anchor but no center, the coordinate under the anchor stays in place. With a center, the anchor has no
  /// effect.
  ///
  /// - Throws: The errors of `changed(_:about:in:)`.
  public func applying(_ options: MapboxCameraOptions, in viewport: MapViewport) throws(CameraError) -> Camera {
    var camera = self
    camera.padding = options.padding ?? padding
    camera.center = options.center ?? center
    camera.anchor = nil
    let change = CameraChange(zoom512: options.zoom, bearing: options.bearing, pitch: options.pitch)
    return try camera.changed(change, about: options.center == nil ? options.anchor : nil, in: viewport)
  }
}
