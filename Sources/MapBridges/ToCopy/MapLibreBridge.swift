#if canImport(MapLibre)
  import CoreLocation
  import Foundation
  import MapBridges
  import MapLibre
  import MapMath

  extension MapMath.Camera {
    /// Creates a camera from a MapLibre camera, converting its altitude to a zoom with MapLibre's own function.
    ///
    /// - Parameter padding: The padding of the new camera. The new camera looks at the coordinate at the center of the
    ///   area inside this padding.
    /// - Throws: `CameraError.invalidCamera` or `.invalidViewport` if the camera or the viewport is invalid, or
    ///   `.aboveHorizon` if the center of the area inside the padding shows sky.
    @MainActor public init(
      _ camera: MLNMapCamera, in viewport: MapViewport, padding: ScreenPadding = .zero
    ) throws(MapMath.CameraError) {
      let center = MapMath.Coordinate(camera.centerCoordinate)
      let zoom = MLNZoomLevelForAltitude(camera.altitude, camera.pitch, center.latitude, viewport.cgSize)
      let bare = MapMath.Camera(center: center, zoom512: zoom, bearing: camera.heading, pitch: Double(camera.pitch))
      self = try bare.repadded(padding, in: viewport)
    }

    /// Returns this camera as a MapLibre camera. The MapLibre camera has no padding, and it looks at the coordinate at
    /// the center of the view.
    ///
    /// - Throws: `CameraError.invalidCamera` or `.invalidViewport` if the camera or the viewport is invalid, or
    ///   `.aboveHorizon` if the center of the view shows sky.
    @MainActor public func mlnMapCamera(in viewport: MapViewport) throws(MapMath.CameraError) -> MLNMapCamera {
      let bare = try repadded(.zero, in: viewport)
      let altitude = MLNAltitudeForZoomLevel(
        bare.zoom512, CGFloat(bare.pitch), bare.center.latitude, viewport.cgSize)
      return MLNMapCamera(
        lookingAtCenter: bare.center.clLocationCoordinate2D, altitude: altitude, pitch: CGFloat(bare.pitch),
        heading: bare.bearing)
    }
  }

  extension MapViewport {
    fileprivate var cgSize: CGSize { CGSize(width: CGFloat(width), height: CGFloat(height)) }
  }
#endif
