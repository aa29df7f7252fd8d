import MapMath

extension BundleManifest {
  /// A named camera in the configuration.
  public struct CameraPreset: Sendable, Codable, Hashable {
    /// The name of the preset.
    public var name: String
    /// The layer that the preset shows; nil for a preset of bounds.
    public var layer: String?
    /// The number of features in the layer that the preset shows, at least 1; nil for a preset of bounds.
    public var features: Int?
    /// The limits that the cameras observe, and that an app should set on its map.
    public var restriction: CameraLimits?
    /// The cameras, one for each viewport, in the same order as in the configuration.
    public var views: [CameraView]

    /// Creates a preset without cameras.
    public init(name: String) {
      self.name = name
      views = []
    }
  }

  /// A camera for a viewport, in all forms that map libraries use; see `init(_:in:named:padding:)`.
  ///
  /// Degrees have seven decimals, zooms six, screen points three, and map points and meters two. Every form describes
  /// the rounded `camera`.
  public struct CameraView: Sendable, Codable, Hashable {
    /// The viewport that the camera was computed for.
    public var viewport: NamedViewport
    /// The screen points kept free around the target. The padding is already part of `camera`, which has no padding of
    /// its own.
    public var padding: ScreenPadding
    /// The camera options for the web libraries of Mapbox and MapLibre.
    public var camera: CameraOptions
    /// The zoom for 256-point tiles, as used by OpenStreetMap. It is one more than the zoom of the camera.
    public var zoom256: Double
    /// The arguments for the cases of SwiftUI's MapCameraPosition.
    public var mapCameraPosition: MapCameraPosition
    /// The area that an upright map shows inside the padding at this zoom, for
    /// `setVisibleMapRect(_:edgePadding:animated:)`.
    public var paddedRect: PaddedMapRect
  }

  /// The size of a view in screen points.
  public struct NamedViewport: Sendable, Codable, Hashable {
    /// The viewport's name in the configuration; nil in a layer's default camera.
    public var name: String?
    /// The width in points.
    public var width: Double
    /// The height in points.
    public var height: Double
  }

  /// The camera options for Mapbox and MapLibre.
  public struct CameraOptions: Sendable, Codable, Hashable {
    /// The coordinate in the center of the view: the longitude in -180..<180, then the latitude, in degrees.
    public var center: [Double]
    /// The zoom for 512-point tiles.
    public var zoom: Double
    /// The direction of the top of the view, in degrees clockwise from north, 0..<360.
    public var bearing: Double
    /// The angle between the view and straight down, in degrees.
    public var pitch: Double
  }

  /// The arguments for three cases of SwiftUI's MapCameraPosition, which MapKit's map views also accept.
  public struct MapCameraPosition: Sendable, Codable, Hashable {
    /// The area of the whole view. With a bearing, it is the upright box around the view; with a pitch, it is the box
    /// around the visible trapezoid.
    public var region: Region
    /// The area of the whole view at the camera's center and zoom, without bearing or pitch, in map points.
    public var rect: MapRect
    /// The MapKit camera that shows the same height of ground at the center.
    public var camera: MapKitCamera

    /// The three arguments as values of `MapPosition`.
    public var cases: [MapPosition] { [.region(region), .rect(rect), .camera(camera)] }
  }

  /// The limits of a camera. A value of nil means no limit.
  public struct CameraLimits: Sendable, Codable, Hashable {
    /// The bounds of the center: west, south, east and north in degrees, with west > east across the antimeridian.
    public var bounds: [Double]?
    /// The minimum zoom for 512-point tiles.
    public var minZoom: Double?
    /// The maximum zoom for 512-point tiles.
    public var maxZoom: Double?
    /// The minimum pitch in degrees.
    public var minPitch: Double?
    /// The maximum pitch in degrees.
    public var maxPitch: Double?

    /// Creates limits without any values.
    public init() {}
  }
}
