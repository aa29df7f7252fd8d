import MapMath
import OvertileBundleFormat
import OvertileCore
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

extension CameraPreset {
  static let fit = Key(
    "fit", CameraFitRule.rule, .required,
    "What the camera shows: {layer: name}, {layer: name, filter: [...]}, or {bounds: [west, south, east, north]}.")
  static let viewports = Key(
    "viewports", ViewportRule.rule, .standard("320x320"),
    "The sizes of the views in screen points: one size (390x844), a list of sizes, or a mapping from names to sizes.")
  static let padding = Key(
    "padding", paddingRule, .standard("20px"),
    "The padding around the target, in screen points: 20px, or {top: 60px, right: 20px, bottom: 20px, left: 20px}.")
  static let bearing = Key(
    "bearing", Rule<Quantity>.quantity([.degrees], .from0(through: 360)), .standard("0deg"),
    "The direction at the top of the view, measured clockwise from north, such as 30deg.")
  static let pitch = Key(
    "pitch", Rule<Quantity>.quantity([.degrees], .from0(through: 70)), .standard("0deg"),
    "The tilt of the view away from straight down, such as 45deg.")
  static let tileSize = Key(
    "tileSize", CommonRules.tileSize, .standard("512px"),
    "The tile size for maxZoom and for the zooms in restrict: 512px for Mapbox and MapLibre, 256px for OpenStreetMap.")
  static let maxZoom = Key(
    "maxZoom", zoom, .standard(16),
    "The maximum zoom when the camera is fitted to its target; a single point is shown at this zoom.")
  static let zoomSnap = Key(
    "zoomSnap", Rule<Double>.number(0...1), .standard(0),
    "The zoom, counted in 512-pixel tiles, is rounded down to a multiple of this number: 1 for whole zooms, 0 for no "
      + "rounding.")
  static let restrict = Key("restrict", RestrictionRule.rule, "Camera limits that the app can apply to its map.")

  /// A zoom, not always whole.
  static let zoom = Rule<Double>.number(0...24)

  static let rule = Rule<CameraPreset>.mapping([
    fit, viewports, padding, bearing, pitch, tileSize, maxZoom, zoomSnap, restrict,
  ]) { fields, log in
    let (viewports, padding) = (try fields(viewports), try fields(padding))
    for viewport in viewports
    where Double(viewport.width) <= padding.left + padding.right
      || Double(viewport.height) <= padding.top + padding.bottom
    {
      log.note(.conflict, "viewports", of: fields, "the padding fills the viewport \"\(viewport.name)\"")
    }
    let side = Double(try fields(tileSize))
    let zoom512 = { (zoom: Double) in Zoom(level: zoom, tileSize: side).z512 }
    let restriction = fields.optional(restrict).map { written in
      var limits = written
      (limits.minZoom, limits.maxZoom) = (written.minZoom.map(zoom512), written.maxZoom.map(zoom512))
      return limits
    }
    return CameraPreset(
      name: log.key, target: try fields(fit), viewports: viewports, padding: padding,
      bearingDegrees: try fields(bearing).value, pitchDegrees: try fields(pitch).value,
      maxZoom512: zoom512(try fields(maxZoom)), zoomSnap: try fields(zoomSnap), restriction: restriction)
  }

  private static let points = Rule<Quantity>.quantity([.pixels], .from0(through: 32768)).map(\.value)
  private static let top = Key("top", points, .standard("0px"), "The padding at the top edge, in points.")
  private static let right = Key("right", points, .standard("0px"), "The padding at the right edge, in points.")
  private static let bottom = Key("bottom", points, .standard("0px"), "The padding at the bottom edge, in points.")
  private static let left = Key("left", points, .standard("0px"), "The padding at the left edge, in points.")

  private static let sides = Rule<ScreenPadding>.mapping([top, right, bottom, left]) { fields, _ in
    ScreenPadding(
      top: try fields(top), left: try fields(left), bottom: try fields(bottom), right: try fields(right))
  }

  /// The form of padding: `40px` on all sides, or a mapping from sides to lengths.
  private static let paddingRule = points.map { ScreenPadding(all: $0) }
    .or(mapping: sides)
    .spelled { "[\($0.top),\($0.right),\($0.bottom),\($0.left)]" }
}

/// The form of a camera's limits.
enum RestrictionRule {
  private static let angle = Rule<Quantity>.quantity([.degrees], .from0(through: 85))
  private static let bounds = Key(
    "bounds", BoundsRule.rule, "The bounds that the center must stay within, in degrees: [west, south, east, north].")
  private static let minZoom = Key("minZoom", CameraPreset.zoom, "The minimum zoom.")
  private static let maxZoom = Key("maxZoom", CameraPreset.zoom, "The maximum zoom.")
  private static let minPitch = Key("minPitch", angle, "The minimum pitch, such as 0deg.")
  private static let maxPitch = Key("maxPitch", angle, "The maximum pitch, such as 60deg.")

  static let rule = Rule<BundleManifest.CameraLimits>.mapping([
    bounds, minZoom, maxZoom, minPitch, maxPitch,
  ]) { fields, log in
    var limits = BundleManifest.CameraLimits()
    limits.bounds = fields.optional(bounds).map { [$0.west, $0.south, $0.east, $0.north] }
    (limits.minZoom, limits.maxZoom) = (fields.optional(minZoom), fields.optional(maxZoom))
    (limits.minPitch, limits.maxPitch) = (fields.optional(minPitch)?.value, fields.optional(maxPitch)?.value)
    let pairs = [("Zoom", limits.minZoom, limits.maxZoom), ("Pitch", limits.minPitch, limits.maxPitch)]
    for case (let name, let least?, let most?) in pairs where least > most {
      log.note(.conflict, "min\(name)", of: fields, "min\(name) must not be greater than max\(name)")
    }
    return limits
  }
}
