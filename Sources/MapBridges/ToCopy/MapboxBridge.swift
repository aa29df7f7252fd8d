#if canImport(MapboxMaps)
  import CoreLocation
  import MapBridges
  import MapMath
  import MapboxMaps
  import UIKit

  extension MapMath.MapboxCameraOptions {
    /// Makes options from those of Mapbox, version 11.
    public init(_ options: CameraOptions) {
      self.init()
      center = options.center.map { MapMath.Coordinate($0) }
      padding = options.padding.map { ScreenPadding($0) }
      anchor = options.anchor.map { MapMath.ScreenPoint(x: Double($0.x), y: Double($0.y)) }
      zoom = options.zoom.map { Double($0) }
      bearing = options.bearing
      pitch = options.pitch.map { Double($0) }
    }

    /// The options as a Mapbox value, version 11.
    public var cameraOptions: CameraOptions {
      CameraOptions(
        center: center?.clLocationCoordinate2D, padding: padding?.uiEdgeInsets,
        anchor: anchor.map { CGPoint(x: CGFloat($0.x), y: CGFloat($0.y)) }, zoom: zoom.map { CGFloat($0) },
        bearing: bearing, pitch: pitch.map { CGFloat($0) })
    }
  }

  extension MapMath.Camera {
    /// Makes the camera that a Mapbox map reports, its padding included.
    public init(_ state: CameraState) {
      self.init(
        center: MapMath.Coordinate(state.center), zoom512: Double(state.zoom), bearing: state.bearing,
        pitch: Double(state.pitch))
      padding = ScreenPadding(state.padding)
    }

    /// The options that bring a Mapbox map to this camera. They always set the padding, even to zero.
    public var cameraOptions: CameraOptions {
      var options = MapMath.MapboxCameraOptions(self)
      options.padding = padding
      return options.cameraOptions
    }
  }
#endif
