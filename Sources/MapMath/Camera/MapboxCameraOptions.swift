/// Camera options, as in Mapbox and MapLibre. If a property is `nil`, the map keeps the corresponding value.
public struct MapboxCameraOptions: Sendable, Hashable, Codable {
  /// The coordinate at the center of the padded view. Set either this property or `anchor`, but not both.
  public var center: Coordinate?
  /// The space to keep free at the edges of the view, in points.
  public var padding: ScreenPadding?
  /// The screen position whose coordinate stays in place. Set either this property or `center`, but not both.
  public var anchor: ScreenPoint?
  /// The zoom for 512-point tiles.
  public var zoom: Double?
  /// The bearing, in degrees clockwise from north.
  public var bearing: Double?
  /// The pitch, in degrees from straight down.
  public var pitch: Double?

  /// Creates options that leave every value unchanged.
  public init() {}
}

extension MapboxCameraOptions {
  /// Creates options that move a map to the given camera. The options set the center, so they have no anchor. Zero
  /// padding is omitted.
  public init(_ camera: Camera) {
    center = camera.center
    zoom = camera.zoom512
    bearing = camera.bearing
    pitch = camera.pitch
    padding = camera.padding == .zero ? nil : camera.padding
  }
}

extension Camera {
  /// Returns the camera that results from applying the given options to this camera, as in Mapbox and MapLibre.
  ///
  /// If the options have an anchor but no center, the coordinate at the anchor stays in place. If they have a center,
  /// the anchor has no effect.
  ///
  /// - Throws: Any error that `changed(_:about:in:)` throws.
  public func applying(_ options: MapboxCameraOptions, in viewport: MapViewport) throws(CameraError) -> Camera {
    var camera = self
    camera.padding = options.padding ?? padding
    camera.center = options.center ?? center
    camera.anchor = nil
    let change = CameraChange(zoom512: options.zoom, bearing: options.bearing, pitch: options.pitch)
    return try camera.changed(change, about: options.center == nil ? options.anchor : nil, in: viewport)
  }
}
