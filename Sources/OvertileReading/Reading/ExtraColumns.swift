import OvertileConfiguration
import OvertileExpressions

/// The values that a layer needs of each feature beside its properties: the columns of `LayerRows.extras`.
///
/// First the values that the kind needs (members' values of aggregates, or the class by which circles dissolve). Then,
/// for every zoom of the layer, whether a filter that depends on the zoom accepts the feature. Then, for every computed
/// property that depends on the zoom, its value at every zoom. Then, for every preset of a camera with a filter on this
/// layer, true or no value.
package struct ExtraColumns: Sendable {
  /// One column: an expression, and the zoom at which it is evaluated.
  package struct Column: Sendable {
    var expression: FeatureExpression
    package var zoom: Int?
    /// Whether it is a filter: only true counts as a value.
    var isTest = false
    /// Whether a feature without one of the properties of the expression has no value, rather than a wrong one:
    /// aggregates skip null, as in SQL.
    var skipsNull = false
  }

  /// The columns in order.
  package let columns: [Column]
  /// The zooms of the layer.
  package let zooms: ClosedRange<Int>
  /// The first column of a filter that depends on the zoom.
  package let filter: Int?
  /// The properties that depend on the zoom, each with its first column.
  package let computed: [(name: String, first: Int)]
  /// The columns of cameras' filters.
  private let cameras: [(name: String, column: Int)]

  /// The columns of a layer.
  package init(_ layer: LayerConfiguration) {
    // Aggregates skip null.
    var columns = layer.kindExpressions.map { Column(expression: $0, skipsNull: layer.layerKind == .cluster) }
    let perZoom = { (expression: FeatureExpression) in layer.zooms.map { Column(expression: expression, zoom: $0) } }
    if let filter = layer.filter, filter.usesZoom {
      self.filter = columns.count
      columns += perZoom(filter)
    } else {
      filter = nil
    }
    var computed: [(String, Int)] = []
    for property in layer.properties.computed where property.expression.usesZoom {
      computed.append((property.name, columns.count))
      columns += perZoom(property.expression)
    }
    self.computed = computed
    cameras = layer.cameraFilters.enumerated().map { [count = columns.count] in ($1.camera, count + $0) }
    columns += layer.cameraFilters.map { Column(expression: $0.filter, isTest: true) }
    self.columns = columns
    zooms = layer.zooms
  }

  /// The columns of an expression that starts at a column, one per zoom.
  package func perZoom(from first: Int) -> Range<Int> { first..<first + zooms.count }

  /// The column that says which features a preset with a filter shows; nil for a preset without one.
  package func cameraColumn(_ camera: String) -> Int? { cameras.first { $0.name == camera }?.column }
}
