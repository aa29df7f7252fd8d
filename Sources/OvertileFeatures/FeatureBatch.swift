/// Some consecutive features of one source, in columns.
///
/// Every column has one entry per feature; `geometry` and `properties` have one run per feature.
public struct FeatureBatch: Sendable {
  /// Per feature: its id.
  public var ids: [FeatureID] = []
  /// Per feature: its place in the source.
  public var locations: [SourceLocation] = []
  /// Per feature: the type of its geometry; `none` when it is null.
  public var geometryTypes: [GeometryType] = []
  /// The geometries, in the coordinates of the source.
  public var geometry = GeometryColumns()
  /// The properties.
  public var properties = PropertyColumns()

  /// Makes an empty batch.
  public init() {}

  /// The number of features.
  public var count: Int { ids.count }
}
