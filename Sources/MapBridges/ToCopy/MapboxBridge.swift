#if canImport(MapboxMaps)
  import CoreLocation
  import MapBridges
  import MapMath
  import MapboxMaps
  import UIKit

  extension MapMath.MapboxCameraOptions {
    /// Creates options from the camera options of the Mapbox Maps SDK, version 11.
    public init(_ options: CameraOptions) {
      self.init()
      center = options.center.map { MapMath.Coordinate($0) }
      padding = options.padding.map { ScreenPadding($0) }
      anchor = options.anchor.map { MapMath.ScreenPoint(x: Double($0.x), y: Double($0.y)) }
      zoom = options.zoom.map { Double($0) }
      bearing = options.bearing
      pitch = options.pitch.map { Double($0) }
    }

    /// The options as camera options for the Mapbox Maps SDK, version 11.
    public var cameraOptions: CameraOptions {
      CameraOptions(
        center: center?.clLocationCoordinate2D, padding: padding?.uiEdgeInsets,
        anchor: anchor.map { CGPoint(x: CGFloat($0.x), y: CGFloat($0.y)) }, zoom: zoom.map { CGFloat($0) },
        bearing: bearing, pitch: pitch.map { CGFloat($0) })
    }
  }

  extension MapMath.Camera {
    /// Creates a camera from the camera state of a Mapbox map. The padding is included.
    public init(_ state: CameraState) {
      self.init(
        center: MapMath.Coordinate(state.center), zoom512: Double(state.zoom), bearing: state.bearing,
        pitch: Double(state.pitch))
      padding = ScreenPadding(state.padding)
    }

    /// The options that make a Mapbox map show this camera. They always set the padding, even if it is zero.
    public var cameraOptions: CameraOptions {
      var options = MapMath.MapboxCameraOptions(self)
      options.padding = padding
      return options.cameraOptions
    }
  }
#endif
