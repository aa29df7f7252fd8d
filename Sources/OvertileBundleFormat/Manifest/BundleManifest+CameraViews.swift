import MapMath

extension BundleManifest.CameraView {
  /// Creates a camera view with all forms of the given camera.
  ///
  /// Zooms are rounded down, so that the fitted target does not extend into the padding. Rounding changes each
  /// coordinate of a center by at most half a unit of the seventh decimal, which is 6 mm on the ground.
  ///
  /// - Parameters:
  ///   - camera: The camera to describe. The camera's padding is ignored.
  ///   - viewport: The viewport for which the camera was computed. The viewport's insets are ignored.
  ///   - name: The name of the viewport, or `nil` if the viewport has no name.
  ///   - padding: The space to keep free around the target, in points. The padding must be smaller than the viewport.
  /// - Throws: `CameraError` if a number is out of range, or if only sky is visible.
  public init(
    _ camera: Camera, in viewport: MapViewport, named name: String?, padding: ScreenPadding
  ) throws(CameraError) {
    let view = MapViewport(width: viewport.width, height: viewport.height)
    guard camera.isValid else { throw .invalidCamera }
    self.viewport = BundleManifest.NamedViewport(name: name, width: view.width, height: view.height)
    self.padding = rounded(padding, decimals: 3, \.top, \.left, \.bottom, \.right)
    self.camera = BundleManifest.CameraOptions(camera)
    let camera = Camera(self.camera)
    zoom256 = camera.zoom(tileSize: 256).rounded(decimals: 6)
    mapCameraPosition = try BundleManifest.MapCameraPosition(camera, in: view)
    // The rectangle inside the insets: around the coordinate in the middle of the area inside them.
    let shift = self.padding.shift
    let middle = ScreenPoint(x: view.middle.x + shift.x, y: view.middle.y + shift.y)
    var padded = camera
    padded.center = try CameraProjection(camera, in: view).coordinate(at: middle)
    padded.padding = self.padding
    paddedRect = rounded(
      try padded.paddedMapRect(in: view), decimals: 2, \.rect.origin.x, \.rect.origin.y, \.rect.width, \.rect.height)
  }
}

extension BundleManifest.MapCameraPosition {
  /// Creates the arguments for a camera without padding.
  init(_ camera: Camera, in viewport: MapViewport) throws(CameraError) {
    var shown = try camera.region(in: viewport)
    // Map views reject more than once around the world.
    shown.span.longitudeDelta = min(shown.span.longitudeDelta, 360)
    region = rounded(
      shown, decimals: 7, \.center.latitude, \.center.longitude, \.span.latitudeDelta, \.span.longitudeDelta)
    rect = rounded(
      try camera.paddedMapRect(in: viewport).rect, decimals: 2, \.origin.x, \.origin.y, \.width, \.height)
    let seen = rounded(try MapKitCamera(camera, in: viewport), decimals: 7, \.center.latitude, \.center.longitude)
    self.camera = rounded(seen, decimals: 2, \.distanceMeters)
  }
}

extension BundleManifest.CameraOptions {
  /// Creates the options of a camera, rounded.
  init(_ camera: Camera) {
    let center = rounded(camera.normalized.center, decimals: 7, \.latitude, \.longitude)
    // 180 is -180, also where rounding makes it so.
    self.center = [Longitude.wrapped(center.longitude), center.latitude]
    // The fit itself may be off by a thousandth of the last decimal.
    zoom = ((camera.zoom512 * 1e6 + 1e-3).rounded(.down) / 1e6) + 0
    bearing = Bearing.normalized(camera.bearing.rounded(decimals: 7))
    pitch = camera.pitch.rounded(decimals: 7)
  }
}

extension Camera {
  /// Creates a camera from the given camera options in a manifest.
  public init(_ options: BundleManifest.CameraOptions) {
    let center = Coordinate(latitude: options.center.last ?? 0, longitude: options.center.first ?? 0)
    self.init(center: center, zoom512: options.zoom, bearing: options.bearing, pitch: options.pitch)
  }
}

extension CameraRestriction {
  /// Creates a restriction from the given camera limits in a manifest. If a limit is `nil`, the restriction has the
  /// widest value that a camera supports.
  public init(_ limits: BundleManifest.CameraLimits) {
    self.init()
    minimumZoom512 = limits.minZoom ?? -64
    maximumZoom512 = limits.maxZoom ?? 64
    minimumPitch = limits.minPitch ?? 0
    maximumPitch = limits.maxPitch ?? 85
    guard let edges = limits.bounds, edges.count == 4 else { return }
    bounds = Bounds(
      southwest: Coordinate(latitude: edges[1], longitude: edges[0]),
      northeast: Coordinate(latitude: edges[3], longitude: edges[2]))
  }
}

// MARK: Rounding

extension Double {
  /// The nearest number with some decimals; never -0.
  fileprivate func rounded(decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return (self * scale).rounded() / scale + 0
  }
}

/// A value, some of whose numbers are rounded to some decimals.
private func rounded<Value>(_ value: Value, decimals: Int, _ numbers: WritableKeyPath<Value, Double>...) -> Value {
  var value = value
  for number in numbers { value[keyPath: number] = value[keyPath: number].rounded(decimals: decimals) }
  return value
}
