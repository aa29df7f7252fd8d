/// The parameters for finding the camera that shows a target.
public struct CameraFit: Sendable, Hashable {
  /// The algorithm that finds the camera.
  public enum Engine: Sendable, Hashable {
    /// Everything inside the padded viewport and something touching its edge, at any pitch. Without pitch a rectangle
    /// has the same result as with `flat`, except for an offset, which is along the screen; for other targets the
    /// positions themselves are fitted, not their box.
    case sound
    /// The rule of MapLibre GL JS, which fits the box along the meridians and is blind to pitch: with pitch, corners may
    /// fall outside.
    case flat
    /// The rule of Mapbox GL JS with pitch: `flat`, then one correction. Close, yet corners may fall outside.
    case flatThenOnePass
    /// The rule of MapLibre Native: one pass over the screen of the current camera, clamped to a restriction. With
    /// pitch the result depends on that camera, and is far off if the target lies behind it, as in the original.
    case native(from: Camera, within: CameraRestriction)
  }

  /// The viewport of the map.
  public var viewport: MapViewport
  /// The space to keep free around the target, in points. The resulting camera has this padding only with `native`.
  public var padding = ScreenPadding.zero
  /// The padding of the camera itself, which moves the vanishing point. `native` replaces it with `padding`.
  public var cameraPadding = ScreenPadding.zero
  /// The bearing, in degrees clockwise from north.
  public var bearing = 0.0
  /// The pitch, in degrees from straight down, 0..<90. From about 72 degrees, the view reaches the horizon, where the
  /// free area ends.
  public var pitch = 0.0
  /// The offset of the target's center from the center of the free area, in points to the right and down. The zoom is
  /// unchanged, so part of the target may leave the free area. `flat` applies the offset before the bearing, as
  /// MapLibre does.
  public var offset = ScreenPoint.zero
  /// The maximum zoom for 512-point tiles. It is also the zoom for a target whose size is zero.
  public var maximumZoom512 = 22.0
  /// The step of the zoom. A step of at least 1e-9 rounds the zoom down to a multiple of it; 0 disables rounding.
  public var zoomSnap = 0.0
  /// The algorithm.
  public var engine = Engine.sound

  /// Creates a fit for a viewport, with north up, no pitch and no padding.
  public init(in viewport: MapViewport) {
    self.viewport = viewport
  }

  /// Returns the camera that shows a target.
  ///
  /// Its center is wrapped; its bearing and pitch are those of the fit. O(corners) per pass; `sound` needs about 200
  /// passes.
  ///
  /// - Throws: `CameraError.nothingToFit`, `.noRoom`, `.invalidViewport`, `.invalidCamera` if a number of the fit is
  ///   out of range, `.aboveHorizon` if the center of the free area shows sky.
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

  /// Returns the camera that shows the area between two positions on the screen of another camera.
  ///
  /// As in MapLibre GL JS, the two coordinates define bounds along the meridians, which are then fitted with the new
  /// bearing.
  ///
  /// - Throws: `CameraError.aboveHorizon`, and the errors of `camera(showing:)`.
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
