import OvertileFeatures
import OvertileTileArchive

/// The names of the properties that features have in tiles beside those of the source.
///
/// A property of the source that has one of the names that its layer's kind writes gets `sourcePrefix` before its own.
package enum TileProperty {
  /// Of a cluster: `true`.
  package static let cluster = "cluster"
  /// Of a cluster: its id, which is also the feature's.
  package static let clusterID = "cluster_id"
  /// Of a cluster: how many points it stands for.
  package static let pointCount = "point_count"
  /// Of a cluster: `pointCount` in a few characters.
  package static let abbreviatedCount = "point_count_abbreviated"
  /// Of a cluster: the first zoom at which it is no longer one marker.
  package static let expansionZoom = "expansion_zoom"
  /// Of a cluster: the box of its points, a text: JSON of west, south, east and north in degrees.
  package static let bounds = "bbox"

  /// Of a circle: which part of it the feature is, a `CirclePart`.
  package static let part = "part"
  /// Of a circle: its center's longitude in degrees.
  package static let centerLongitude = "center_longitude"
  /// Of a circle: its center's latitude in degrees.
  package static let centerLatitude = "center_latitude"
  /// Of a circle: its radius in meters.
  package static let radiusMeters = "radius_m"
  /// Of a circle: its radius in MapKit's map points.
  package static let radiusMapPoints = "radius_map_points"
  /// Of a circle: its radius in pixels at the tile's zoom.
  package static let radiusPixels = "radius_px"
  /// Of a circle that pulses: the scale at the start.
  package static let pulseScaleFrom = "pulse_scale_from"
  /// Of a circle that pulses: the scale at the end.
  package static let pulseScaleTo = "pulse_scale_to"
  /// Of a circle that pulses: the opacity at the start.
  package static let pulseOpacityFrom = "pulse_opacity_from"
  /// Of a circle that pulses: the opacity at the end.
  package static let pulseOpacityTo = "pulse_opacity_to"
  /// Of a circle that pulses: the seconds from start to end.
  package static let pulseSeconds = "pulse_seconds"
  /// Of a dissolved shape: how many circles it stands for.
  package static let circleCount = "circle_count"

  /// Of a shape: its label point's longitude in degrees.
  package static let labelLongitude = "label_longitude"
  /// Of a shape: its label point's latitude in degrees.
  package static let labelLatitude = "label_latitude"

  /// Of a feature whose id in the tiles is not its own: the id that it has in the source.
  package static let sourceID = "id"
  /// Comes before the name of a property of the source where that is taken.
  package static let sourcePrefix = "source_"
}

extension TileProperty {
  /// What every cluster has beside its aggregates, with the types for the manifest.
  package static let ofClusters = fields(
    numbers: [clusterID, pointCount, expansionZoom], texts: [abbreviatedCount, bounds], flags: [cluster])

  /// What every circle has, with the types for the manifest.
  package static let ofCircles = fields(
    numbers: [centerLongitude, centerLatitude, radiusMeters, radiusMapPoints, radiusPixels], texts: [part])

  /// The names of a pulse: scales, opacities and seconds.
  package static let pulse = [pulseScaleFrom, pulseScaleTo, pulseOpacityFrom, pulseOpacityTo, pulseSeconds]

  /// What circles that pulse have beside `ofCircles`, with the types for the manifest.
  package static let ofPulses = fields(numbers: pulse)

  /// What every dissolved shape has, with the types for the manifest.
  package static let ofDissolvedCircles = fields(numbers: [circleCount], texts: [part])

  /// What shapes with label points have, with the types for the manifest.
  package static let ofLabels = fields(numbers: [labelLongitude, labelLatitude])

  private static func fields(numbers: [String], texts: [String] = [], flags: [String] = []) -> NamedValues<String> {
    let typed: [([String], FieldType)] = [(numbers, .number), (texts, .string), (flags, .boolean)]
    return NamedValues(typed.flatMap { names, type in names.map { ($0, type.rawValue) } }) { first, _ in first }
  }
}
