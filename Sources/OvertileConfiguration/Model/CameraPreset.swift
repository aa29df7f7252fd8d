import MapMath
import OvertileBundleFormat
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
  package var padding: ScreenPadding
  /// Degrees clockwise from north to the top of the view, 0...360.
  package var bearingDegrees: Double
  /// Degrees from looking straight down, 0...70.
  package var pitchDegrees: Double
  /// The greatest zoom of fitting, counted in tiles of 512 points.
  package var maxZoom512: Double
  /// The step of the fitted zoom, counted in tiles of 512 points: it is rounded down to a multiple of this; 0 does not
  /// round.
  package var zoomSnap: Double
  /// The limits that the camera keeps, and that an app should set on its map; nil for none.
  package var restriction: BundleManifest.CameraLimits?

  /// The target of a preset.
  package enum Target: Sendable {
    /// A layer's features: those for which the filter is true, or all.
    case layer(Located<String>, filter: FeatureExpression?)
    /// Everything within bounds.
    case bounds(DegreeBox)
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
}
