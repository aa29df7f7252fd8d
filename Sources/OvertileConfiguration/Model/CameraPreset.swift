import OvertileExpressions

/// A camera that the bundle's manifest offers by name: what it shows, in which viewports, and within which limits.
public struct CameraPreset: Sendable {
  /// The name, unique in the file.
  public var name: Located<String>
  /// What it shows.
  public var target: Target
  /// The views it is computed for, in the order of the file, at least one.
  public var viewports: [Viewport]
  /// Screen points kept free around the target.
  public var padding: Padding
  /// Degrees clockwise from north to the top of the view, 0...360.
  public var bearingDegrees: Double
  /// Degrees from looking straight down, 0...70.
  public var pitchDegrees: Double
  /// The side in screen points of the tiles that `maxZoom` and the zooms of `restriction` count.
  public var tileSizePoints: Int
  /// The greatest zoom that fitting gives.
  public var maxZoom: Double
  /// What the fitted zoom, counted in tiles of 512 points, is rounded down to a multiple of; 0 does not round.
  public var zoomSnap: Double
  /// The limits that the camera keeps, and that an app is to give its map; nil for none.
  public var restriction: Restriction?

  /// What a preset shows.
  public enum Target: Sendable {
    /// A layer's features: those for which the filter is true, or all.
    case layer(Located<String>, filter: FeatureExpression?)
    /// Everything within bounds.
    case bounds(Bounds)
  }

  /// Edges in degrees; with west beyond east they cross the 180th meridian.
  public struct Bounds: Sendable, Hashable {
    /// The western edge, -180...180.
    public var west: Double
    /// The southern edge, -90...90.
    public var south: Double
    /// The eastern edge, -180...180.
    public var east: Double
    /// The northern edge, not below the southern.
    public var north: Double
  }

  /// A view of a size in screen points.
  public struct Viewport: Sendable, Hashable {
    /// The name: the one given, or the size as written.
    public var name: String
    /// The width in points.
    public var width: Int
    /// The height in points.
    public var height: Int
  }

  /// Screen points from the edges of a view.
  public struct Padding: Sendable, Hashable {
    /// Points from the top edge.
    public var top: Double
    /// Points from the right edge.
    public var right: Double
    /// Points from the bottom edge.
    public var bottom: Double
    /// Points from the left edge.
    public var left: Double
  }

  /// Limits of a camera; nil for those that do not hold.
  public struct Restriction: Sendable, Hashable {
    /// The places that the center may take.
    public var bounds: Bounds?
    /// The least zoom, in tiles of `tileSizePoints`.
    public var minZoom: Double?
    /// The greatest zoom, in tiles of `tileSizePoints`.
    public var maxZoom: Double?
    /// The smallest pitch in degrees.
    public var minPitchDegrees: Double?
    /// The largest pitch in degrees.
    public var maxPitchDegrees: Double?
  }
}
