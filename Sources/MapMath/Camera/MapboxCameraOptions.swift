/// The camera options of Mapbox and MapLibre. Nil leaves a value unchanged.
public struct MapboxCameraOptions: Sendable, Hashable, Codable {
  /// The coordinate in the middle of the padded view. Not together with `anchor`.
  public var center: Coordinate?
  /// Points kept free at the edges.
  public var padding: ScreenPadding?
  /// The screen position that stays over its coordinate. Not together with `center`.
  public var anchor: ScreenPoint?
  /// The zoom for tiles of 512 points.
  public var zoom: Double?
  /// Degrees clockwise from north.
  public var bearing: Double?
  /// Degrees from straight down.
  public var pitch: Double?

  /// Makes options that leave everything unchanged.
  public init() {}
}

extension MapboxCameraOptions {
  /// The options that bring a map to a camera. The options have no anchor, because it excludes the center, and no
  /// padding of zero.
  public init(_ camera: Camera) {
    center = camera.center
    zoom = camera.zoom512
    bearing = camera.bearing
    pitch = camera.pitch
    padding = camera.padding == .zero ? nil : camera.padding
  }
}

extension Camera {
  /// The camera after applying options, as the kits do.
  ///
  /// With an anchor and no center, the coordinate under the anchor stays in place. With a center, the anchor has no
  /// effect.
  ///
  /// - Throws: the errors of `changed(_:about:in:)`.
  public func applying(_ options: MapboxCameraOptions, in viewport: MapViewport) throws(CameraError) -> Camera {
    var camera = self
    camera.padding = options.padding ?? padding
    camera.center = options.center ?? center
    camera.anchor = nil
    let change = CameraChange(zoom512: options.zoom, bearing: options.bearing, pitch: options.pitch)
    return try camera.changed(change, about: options.center == nil ? options.anchor : nil, in: viewport)
  }
}
