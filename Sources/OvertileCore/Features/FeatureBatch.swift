/// Some consecutive features of one source, in columns.
///
/// Every column has one entry per feature; `geometry` and `properties` have one run per feature.
package struct FeatureBatch: Sendable {
  /// Per feature: its id.
  package var ids: [PropertyValue] = []
  /// Per feature: its source location.
  package var locations: [InputLocation] = []
  /// Per feature: the type of its geometry; `none` if it is null.
  package var geometryTypes: [GeometryType] = []
  /// The geometries, in the coordinates of the source.
  package var geometry = GeometryColumns()
  /// The properties.
  package var properties = PropertyColumns()

  /// Creates an empty batch.
  package init() {}

  /// The number of features.
  package var count: Int { ids.count }
}
