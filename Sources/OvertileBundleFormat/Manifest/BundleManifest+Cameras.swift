import MapMath

extension BundleManifest {
  /// A camera that the configuration names.
  public struct CameraPreset: Sendable, Codable, Hashable {
    /// The name.
    public var name: String
    /// The layer that it shows; nil for a preset of bounds.
    public var layer: String?
    /// The number of the layer's features that it shows, at least 1; nil for a preset of bounds.
    public var features: Int?
    /// The limits that the cameras keep, and that an app should set on its map.
    public var restriction: CameraLimits?
    /// The cameras, one for each viewport, in the order of the configuration.
    public var views: [CameraView]

    /// Makes a preset without cameras.
    public init(name: String) {
      self.name = name
      views = []
    }
  }

  /// A camera in a viewport, in all the forms that map kits use; see `init(_:in:named:padding:)`.
  ///
  /// Degrees have seven decimals, zooms six, screen points three, map points and meters two. Every form is that of the
  /// rounded `camera`.
  public struct CameraView: Sendable, Codable, Hashable {
    /// The view that it was computed for.
    public var viewport: NamedViewport
    /// Screen points kept free around the target. Already part of `camera`, which has no padding of its own.
    public var padding: ScreenPadding
    /// Camera options of the web kits of Mapbox and MapLibre.
    public var camera: CameraOptions
    /// The zoom for tiles of 256 points, as OpenStreetMap counts: one more than the camera's.
    public var zoom256: Double
    /// The arguments of SwiftUI's MapCameraPosition, by its cases.
    public var mapCameraPosition: MapCameraPosition
    /// The area that an upright map shows inside the padding at this zoom, for
    /// setVisibleMapRect(_:edgePadding:animated:).
    public var paddedRect: PaddedMapRect
  }

  /// The size of a view in screen points.
  public struct NamedViewport: Sendable, Codable, Hashable {
    /// The name in the configuration; nil in a layer's default camera.
    public var name: String?
    /// The width in points.
    public var width: Double
    /// The height in points.
    public var height: Double
  }

  /// Camera options of Mapbox and MapLibre.
  public struct CameraOptions: Sendable, Codable, Hashable {
    /// The coordinate in the middle of the view: longitude in -180..<180 and latitude, in degrees.
    public var center: [Double]
    /// The zoom for tiles of 512 points.
    public var zoom: Double
    /// Degrees clockwise from north to the top of the view, 0..<360.
    public var bearing: Double
    /// Degrees from looking straight down.
    public var pitch: Double
  }

  /// The arguments of three cases of SwiftUI's MapCameraPosition, which MapKit's map views accept, too.
  public struct MapCameraPosition: Sendable, Codable, Hashable {
    /// The area of the whole view: with a bearing the upright box around it, with a pitch that around the trapezoid.
    public var region: Region
    /// The area of the whole view at the camera's center and zoom, upright and from straight above, in map points.
    public var rect: MapRect
    /// The camera that shows the same height of ground at the center.
    public var camera: MapKitCamera

    /// The three cases.
    public var cases: [MapPosition] { [.region(region), .rect(rect), .camera(camera)] }
  }

  /// Limits of a camera; nil for no limit.
  public struct CameraLimits: Sendable, Codable, Hashable {
    /// The coordinates that the center may have: west, south, east, north in degrees; west > east across the
    /// antimeridian.
    public var bounds: [Double]?
    /// The lowest zoom, in tiles of 512 points.
    public var minZoom: Double?
    /// The highest zoom, in tiles of 512 points.
    public var maxZoom: Double?
    /// The smallest pitch in degrees.
    public var minPitch: Double?
    /// The largest pitch in degrees.
    public var maxPitch: Double?

    /// Makes limits without any value.
    public init() {}
  }
}
