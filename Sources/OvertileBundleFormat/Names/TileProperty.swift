import OvertileCore
import OvertileTileArchive

/// The names of the properties that features have in tiles in addition to those of the source.
///
/// A property of the source with one of the names that its layer writes is prefixed with `sourcePrefix`.
package enum TileProperty {
  /// On a cluster: `true`.
  package static let cluster = "cluster"
  /// On a cluster: its id, which is also the feature's.
  package static let clusterID = "cluster_id"
  /// On a cluster: the number of points that it represents.
  package static let pointCount = "point_count"
  /// On a cluster: `pointCount` in a few characters.
  package static let abbreviatedCount = "point_count_abbreviated"
  /// On a cluster: the first zoom at which it is split.
  package static let expansionZoom = "expansion_zoom"
  /// On a cluster: the box of its points, a text: JSON of west, south, east and north in degrees.
  package static let bounds = "bbox"

  /// On a circle: which part of it the feature is, a `CirclePart`.
  package static let part = "part"
  /// On a circle: its center's longitude in degrees.
  package static let centerLongitude = "center_longitude"
  /// On a circle: its center's latitude in degrees.
  package static let centerLatitude = "center_latitude"
  /// On a circle: its radius in meters.
  package static let radiusMeters = "radius_m"
  /// On a circle: its radius in MapKit's map points.
  package static let radiusMapPoints = "radius_map_points"
  /// On a circle: its radius in pixels at the tile's zoom.
  package static let radiusPixels = "radius_px"
  /// On a circle that pulses: the scale at the start.
  package static let pulseScaleFrom = "pulse_scale_from"
  /// On a circle that pulses: the scale at the end.
  package static let pulseScaleTo = "pulse_scale_to"
  /// On a circle that pulses: the opacity at the start.
  package static let pulseOpacityFrom = "pulse_opacity_from"
  /// On a circle that pulses: the opacity at the end.
  package static let pulseOpacityTo = "pulse_opacity_to"
  /// On a circle that pulses: the seconds from start to end.
  package static let pulseSeconds = "pulse_seconds"
  /// On a dissolved shape: the number of circles that it represents.
  package static let circleCount = "circle_count"

  /// On a shape: its label point's longitude in degrees.
  package static let labelLongitude = "label_longitude"
  /// On a shape: its label point's latitude in degrees.
  package static let labelLatitude = "label_latitude"
  /// On the point feature that is a polygon's label point: its rank among label points by the polygon's area, larger ones first.
  package static let labelRank = "label_rank"

  /// On a feature whose id in the tiles is not its own: the id that it has in the source.
  package static let sourceID = "source_id"
  /// The prefix of a source property's name that is in use otherwise.
  package static let sourcePrefix = "source_"
}

extension TileProperty {
  /// The properties of every cluster beside its aggregates, with the types for the manifest.
  package static let ofClusters = fields(
    numbers: [clusterID, pointCount, expansionZoom], texts: [abbreviatedCount, bounds], flags: [cluster])

  /// The properties of every circle, with the types for the manifest.
  package static let ofCircles = fields(numbers: circleNumbers, texts: [part])

  /// The names of a circle's numbers: its center and its radius.
  package static let circleNumbers = [centerLongitude, centerLatitude, radiusMeters, radiusMapPoints, radiusPixels]

  /// The names of a pulse: scales, opacities and seconds.
  package static let pulse = [pulseScaleFrom, pulseScaleTo, pulseOpacityFrom, pulseOpacityTo, pulseSeconds]

  /// The properties of circles that pulse beside `ofCircles`, with the types for the manifest.
  package static let ofPulses = fields(numbers: pulse)

  /// The properties of every dissolved shape, with the types for the manifest.
  package static let ofDissolvedCircles = fields(numbers: [circleCount], texts: [part])

  /// The properties of shapes with label points, with the types for the manifest.
  package static let ofLabels = fields(numbers: [labelLongitude, labelLatitude])

  /// The properties of label points that are features of their own, with the types for the manifest.
  package static let ofLabelPoints = fields(numbers: [labelRank])

  private static func fields(numbers: [String], texts: [String] = [], flags: [String] = []) -> NamedValues<String> {
    let typed: [([String], FieldType)] = [(numbers, .number), (texts, .string), (flags, .boolean)]
    return NamedValues(typed.flatMap { names, type in names.map { ($0, type.rawValue) } }) { first, _ in first }
  }
}
