/// The parameters for finding the camera that shows a target.
public struct CameraFit: Sendable, Hashable {
  /// An algorithm that finds the camera for a target.
  public enum Engine: Sendable, Hashable {
    /// An algorithm that keeps the whole target inside the padded viewport and brings some of it to the edge, at any
    /// pitch.
    ///
    /// If the pitch is zero, the result for a rectangle is the same as with `flat`, except that an offset is measured
    /// along the screen. For other targets, the positions themselves are fitted instead of their bounding box.
    case sound
    /// The algorithm of MapLibre GL JS, which fits the box along the meridians and ignores the pitch. If the pitch is
    /// not zero, corners may fall outside the view.
    case flat
    /// The algorithm of Mapbox GL JS for pitched maps, which applies `flat` and then one correction. The result is
    /// close, but corners may fall outside the view.
    case flatThenOnePass
    /// The algorithm of MapLibre Native, which makes one pass over the screen of the current camera and clamps the
    /// result to a restriction.
    ///
    /// If the pitch is not zero, the result depends on the current camera. As in MapLibre Native, the result is far off
    /// if the target is behind that camera.
    case native(from: Camera, within: CameraRestriction)
  }

  /// The viewport of the map.
  public var viewport: MapViewport
  /// The space to keep free around the target, in points. The resulting camera has this padding only if `engine` is
  /// `native`.
  public var padding = ScreenPadding.zero
  /// The padding of the resulting camera, in points. This padding moves the vanishing point. If `engine` is `native`,
  /// this property is ignored, and the resulting camera has the padding in `padding`.
  public var cameraPadding = ScreenPadding.zero
  /// The bearing of the resulting camera, in degrees clockwise from north.
  public var bearing = 0.0
  /// The pitch of the resulting camera, in degrees from straight down, in the range 0..<90. If the pitch is about 72
  /// degrees or more, the horizon is in view and limits the space for the target.
  public var pitch = 0.0
  /// The offset from the center of the padded viewport to the center of the target, in points. Positive values move the
  /// target to the right and down.
  ///
  /// The offset does not change the zoom, so part of the target may leave the padded viewport. If `engine` is `flat`,
  /// the offset is applied before the map is rotated, as in MapLibre.
  public var offset = ScreenPoint.zero
  /// The maximum zoom for 512-point tiles. This zoom is used for a target whose size is zero.
  public var maximumZoom512 = 22.0
  /// The step between allowed zooms. The zoom is rounded down to a multiple of this step. For example, a step of 0.5
  /// rounds a zoom of 3.7 down to 3.5. A step of less than 1e-9, such as 0, disables rounding.
  public var zoomSnap = 0.0
  /// The algorithm that finds the camera.
  public var engine = Engine.sound

  /// Creates a fit for the given viewport, with north up, no pitch, and no padding.
  public init(in viewport: MapViewport) {
    self.viewport = viewport
  }

  /// Returns the camera that shows the given target.
  ///
  /// The camera has the bearing and pitch of this fit, and the longitude of the center is wrapped to -180..<180.
  ///
  /// - Throws: `CameraError.nothingToFit` if the target is empty, `.noRoom` if the padding and insets leave no room in
  ///   the viewport, `.invalidViewport` if the viewport is invalid, `.invalidCamera` if a value of the fit is out of
  ///   range, or `.aboveHorizon` if the center of the padded viewport shows sky.
  /// - Complexity: O(n), where n is the number of corners of the target. The `sound` algorithm passes over the corners
  ///   about 200 times.
  public func camera(showing target: CameraTarget) throws(CameraError) -> Camera {
    guard viewport.isValid else { throw .invalidViewport }
    guard template.isValid, padding.isFinite, offset.isFinite, abs(maximumZoom512) <= 64, zoomSnap.isFinite else {
      throw .invalidCamera
    }
    let corners = try target.corners()
    switch engine {
    case .flat: return try flat(corners).camera(like: template)
    case .flatThenOnePass: return try onePass(corners)
    case .sound: return try sound(corners)
    case .native(let start, let restriction): return try native(corners, from: start, within: restriction)
    }
  }

  /// Returns the camera that frames the area between two screen positions, as seen by another camera.
  ///
  /// As in MapLibre GL JS, the coordinates at the two positions are opposite corners of a north-up rectangle. This
  /// rectangle is then fitted with the bearing of this fit.
  ///
  /// - Throws: `CameraError.aboveHorizon` if a position shows sky, or any error that `camera(showing:)` throws.
  public func camera(
    framing first: ScreenPoint, _ second: ScreenPoint, seenBy camera: Camera
  ) throws(CameraError) -> Camera {
    let projection = try CameraProjection(camera, in: viewport)
    let (a, b) = (try projection.mapPoint(at: first), try projection.mapPoint(at: second))
    let bounds = MapRect(minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
    return try self.camera(showing: .rect(bounds))
  }

  /// A camera with the bearing, pitch and padding of the result.
  var template: Camera {
    var camera = Camera(
      center: Coordinate(latitude: 0, longitude: 0), zoom512: 0, bearing: bearing, pitch: pitch)
    camera.padding = cameraPadding
    return camera
  }

  /// A zoom capped and snapped.
  func allowed(_ zoom: Double) -> Double {
    let capped = min(zoom, maximumZoom512)
    return zoomSnap >= 1e-9 ? (capped / zoomSnap).rounded(.down) * zoomSnap : capped
  }
}
