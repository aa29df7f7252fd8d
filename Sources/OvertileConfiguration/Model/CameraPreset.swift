import OvertileExpressions

/// A camera that the bundle's manifest offers by name: its target, its viewports, and its limits.
package struct CameraPreset: Sendable {
  /// The name, unique in the file.
  package var name: Located<String>
  /// The target.
  package var target: Target
  /// The views it is computed for, in the order of the file, at least one.
  package var viewports: [Viewport]
  /// Screen points kept free around the target.
  package var padding: Padding
  /// Degrees clockwise from north to the top of the view, 0...360.
  package var bearingDegrees: Double
  /// Degrees from looking straight down, 0...70.
  package var pitchDegrees: Double
  /// The side in screen points of the tiles that `maxZoom` and the zooms of `restriction` count.
  package var tileSizePoints: Int
  /// The greatest zoom of fitting.
  package var maxZoom: Double
  /// The step of the fitted zoom, counted in tiles of 512 points: it is rounded down to a multiple of this; 0 does not
  /// round.
  package var zoomSnap: Double
  /// The limits that the camera keeps, and that an app should set on its map; nil for none.
  package var restriction: Restriction?

  /// The target of a preset.
  package enum Target: Sendable {
    /// A layer's features: those for which the filter is true, or all.
    case layer(Located<String>, filter: FeatureExpression?)
    /// Everything within bounds.
    case bounds(Bounds)
  }

  /// Edges in degrees; with west beyond east they cross the antimeridian.
  package struct Bounds: Sendable, Hashable {
    /// The western edge, -180...180.
    package var west: Double
    /// The southern edge, -90...90.
    package var south: Double
    /// The eastern edge, -180...180.
    package var east: Double
    /// The northern edge, not below the southern.
    package var north: Double
  }

  /// A view of a size in screen points.
  package struct Viewport: Sendable, Hashable {
    /// The name: the configured one, or the size as written.
    package var name: String
    /// The width in points.
    package var width: Int
    /// The height in points.
    package var height: Int
  }

  /// Screen points from the edges of a view.
  package struct Padding: Sendable, Hashable {
    /// Points from the top edge.
    package var top: Double
    /// Points from the right edge.
    package var right: Double
    /// Points from the bottom edge.
    package var bottom: Double
    /// Points from the left edge.
    package var left: Double
  }

  /// Limits of a camera; nil for no limit.
  package struct Restriction: Sendable, Hashable {
    /// The coordinates that the center may have.
    package var bounds: Bounds?
    /// The least zoom, in tiles of `tileSizePoints`.
    package var minZoom: Double?
    /// The greatest zoom, in tiles of `tileSizePoints`.
    package var maxZoom: Double?
    /// The smallest pitch in degrees.
    package var minPitchDegrees: Double?
    /// The largest pitch in degrees.
    package var maxPitchDegrees: Double?
  }
}
