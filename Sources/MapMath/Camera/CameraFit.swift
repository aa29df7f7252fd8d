/// How to find the camera that shows a target: the viewport, what to keep free, how to look, and by which rule.
public struct CameraFit: Sendable, Hashable {
  /// The rule that finds the camera.
  public enum Engine: Sendable, Hashable {
    /// Everything inside the padded viewport and something touching its edge, at any pitch. Without pitch a rectangle gets
    /// what `flat` gives, but for an offset, which goes by the screen; of other targets the positions themselves are
    /// fitted, not their box.
    case sound
    /// The rule of MapLibre GL JS, which fits the box along the meridians and is blind to pitch: with pitch, corners may
    /// fall outside.
    case flat
    /// The rule of Mapbox GL JS with pitch: `flat`, then one correction. Close, yet corners may fall outside.
    case flatThenOnePass
    /// The rule of MapLibre Native: one pass over the screen of the camera that is there, clamped to a restriction. With
    /// pitch the answer depends on that camera, and is far off when the target lies behind it, as the original's is.
    case native(from: Camera, within: CameraRestriction)
  }

  /// The view.
  public var viewport: MapViewport
  /// Points kept free around the target. Belongs to the fit: except with `native`, the camera does not carry it.
  public var padding = ScreenPadding.zero
  /// The padding of the camera itself, which moves the vanishing point. `native` puts `padding` in its place.
  public var cameraPadding = ScreenPadding.zero
  /// Degrees clockwise from north.
  public var bearing = 0.0
  /// Degrees from straight down, 0..<90. From about 72 the view reaches the horizon, and what is free ends there.
  public var pitch = 0.0
  /// Where the middle of the target goes, in points right and down from the middle of what is free. The zoom stays, so
  /// that part of the target may leave the free part. `flat` takes it before the bearing, as the original does.
  public var offset = ScreenPoint.zero
  /// The greatest zoom, in tiles of 512 points: what a target without size gets.
  public var maximumZoom512 = 22.0
  /// From 1e-9 up, the zoom is rounded down to a multiple of it; 0 does not round.
  public var zoomSnap = 0.0
  /// The rule.
  public var engine = Engine.sound

  /// Makes a fit for a viewport: north up, straight down, nothing kept free.
  public init(in viewport: MapViewport) {
    self.viewport = viewport
  }

  /// The camera that shows a target. Its center is wrapped; its bearing and pitch are those asked for.
  ///
  /// O(corners) a pass; `sound` makes about two hundred passes.
  ///
  /// - Throws: `CameraError.nothingToFit`, `.noRoom`, `.invalidViewport`, `.invalidCamera` when a number of the fit is
  ///   out of range, `.aboveHorizon` when the middle of what is free shows sky.
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

  /// The camera that shows what lies between two positions on the screen of another camera.
  ///
  /// As MapLibre GL JS does: the two coordinates give bounds along the meridians, which are then fitted with the new bearing.
  ///
  /// - Throws: `CameraError.aboveHorizon`, and what `camera(showing:)` throws.
  public func camera(
    framing first: ScreenPoint, _ second: ScreenPoint, seenBy camera: Camera
  ) throws(CameraError) -> Camera {
    let projection = try CameraProjection(camera, in: viewport)
    let (a, b) = (try projection.mapPoint(at: first), try projection.mapPoint(at: second))
    let bounds = MapRect(minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
    return try self.camera(showing: .rect(bounds))
  }

  /// A camera with the bearing, pitch and padding of the answer.
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
