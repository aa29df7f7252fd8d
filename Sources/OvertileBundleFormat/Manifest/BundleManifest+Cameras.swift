import MapMath

extension BundleManifest {
  /// A named camera preset from the configuration, with the cameras that were computed for the preset.
  public struct CameraPreset: Sendable, Codable, Hashable {
    /// The name of the preset.
    public var name: String
    /// The name of the layer that the preset shows, or `nil` if the preset shows bounds.
    public var layer: String?
    /// The number of features that the preset shows, which is at least 1, or `nil` if the preset shows bounds.
    public var features: Int?
    /// The limits that apply to the preset's cameras, or `nil` if there are no limits. Set these limits on the map in
    /// your app.
    public var restriction: CameraLimits?
    /// The cameras of the preset, one for each viewport, in the same order as in the configuration.
    public var views: [CameraView] = []

    /// Creates a preset with the given name and without cameras.
    public init(name: String) { self.name = name }
  }

  /// A camera for a viewport, in all the forms that map libraries use.
  ///
  /// Degrees are rounded to seven decimals, zooms to six, screen points to three, and map points and meters to two. All
  /// forms are computed from the rounded values of `camera`. To create a camera view, use `init(_:in:named:padding:)`.
  public struct CameraView: Sendable, Codable, Hashable {
    /// The viewport for which the camera was computed.
    public var viewport: NamedViewport
    /// The space that is kept free around the target, in points. The padding is already included in `camera`, which has
    /// no padding of its own.
    public var padding: ScreenPadding
    /// The camera options for the web libraries of Mapbox and MapLibre.
    public var camera: CameraOptions
    /// The zoom for 256-point tiles, as used by OpenStreetMap. This zoom is one greater than the zoom of `camera`.
    public var zoom256: Double
    /// The arguments for SwiftUI's `MapCameraPosition`.
    public var mapCameraPosition: MapCameraPosition
    /// The area that a map without bearing or pitch shows inside the padding at the camera's zoom. Pass this area to
    /// `setVisibleMapRect(_:edgePadding:animated:)`.
    public var paddedRect: PaddedMapRect
  }

  /// The size of a view, in points, with an optional name.
  public struct NamedViewport: Sendable, Codable, Hashable {
    /// The name of the viewport in the configuration, or `nil` if the camera is a layer's default camera.
    public var name: String?
    /// The width of the viewport, in points.
    public var width: Double
    /// The height of the viewport, in points.
    public var height: Double
  }

  /// Camera options for Mapbox and MapLibre.
  public struct CameraOptions: Sendable, Codable, Hashable {
    /// The coordinate at the center of the view, as a longitude in -180..<180 followed by a latitude, in degrees.
    public var center: [Double]
    /// The zoom for 512-point tiles.
    public var zoom: Double
    /// The direction of the top of the view, in degrees clockwise from north, in the range 0..<360.
    public var bearing: Double
    /// The angle between the direction of view and straight down, in degrees.
    public var pitch: Double
  }

  /// The arguments for three cases of SwiftUI's `MapCameraPosition`. MapKit's map views accept the same values.
  public struct MapCameraPosition: Sendable, Codable, Hashable {
    /// The area of the whole view. If the camera has a bearing, this is the north-up bounding box of the view. If the
    /// camera is pitched, this is the bounding box of the visible trapezoid.
    public var region: Region
    /// The area of the whole view, in map points, for a camera with the same center and zoom as the manifest's camera,
    /// but without bearing or pitch.
    public var rect: MapRect
    /// The MapKit camera that shows the same height of ground at the center of the view as the manifest's camera.
    public var camera: MapKitCamera

    /// The three arguments as `MapPosition` values.
    public var cases: [MapPosition] { [.region(region), .rect(rect), .camera(camera)] }
  }

  /// Limits on the center, zoom, and pitch of a camera. A value of `nil` means that there is no limit.
  public struct CameraLimits: Sendable, Codable, Hashable {
    /// The bounds of the center, in degrees, in the order west, south, east, and north. If the bounds cross the
    /// antimeridian, west is greater than east.
    public var bounds: [Double]?
    /// The minimum zoom for 512-point tiles, or `nil` if there is no minimum.
    public var minZoom: Double?
    /// The maximum zoom for 512-point tiles, or `nil` if there is no maximum.
    public var maxZoom: Double?
    /// The minimum pitch, in degrees, or `nil` if there is no minimum.
    public var minPitch: Double?
    /// The maximum pitch, in degrees, or `nil` if there is no maximum.
    public var maxPitch: Double?

    /// Creates camera limits in which all values are `nil`.
    public init() {}
  }
}
