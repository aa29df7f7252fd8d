import Configuration
import Expressions
import Features
import MapMath
import Shapes

/// Takes the features of a batch into one layer: filter, properties, the kind's numbers, geometry.
///
/// A value of options; the geometry engine belongs to the worker that calls it.
struct LayerIntake: Sendable {
  /// The layer as configured.
  let layer: LayerConfiguration
  /// The expressions whose values a layer needs beside the properties: aggregates, or the class that circles dissolve by.
  let extraExpressions: [FeatureExpression]

  /// Prepares the intake of a layer.
  init(_ layer: LayerConfiguration) throws {
    self.layer = layer
    switch layer.kind {
    case .cluster(let cluster): extraExpressions = cluster.aggregates.map(\.expression)
    case .circle(let circle):
      guard case .byProperty(let name) = circle.dissolve else {
        extraExpressions = []
        return
      }
      extraExpressions = [try FeatureExpression(property: name, at: layer.name.position)]
    case .shape: extraExpressions = []
    }
  }

  /// What became of a batch's features in this layer.
  struct Outcome: Sendable {
    /// The accepted features.
    var rows: LayerRows
    /// Features that the filter left out.
    var filtered = 0
    /// Features that this layer cannot show.
    var rejected: [Refusal] = []
    /// Features without a geometry.
    var withoutGeometry: [Refusal] = []
  }

  /// Why a feature is not in the layer.
  struct Refusal: Error, Sendable {
    /// The feature's index in its batch.
    var feature = 0
    /// The ledger's code.
    var code: String
    /// The reason in words.
    var reason: String
  }

  /// Takes the usable features of a batch.
  func take(_ batch: ReadBatch, engine: GeometryEngine) -> Outcome {
    let columns = batch.features.properties
    var outcome = Outcome(rows: LayerRows(extraColumns: extraExpressions.count))
    let filter = layer.filter?.bound(to: batch.features)
    let numbers = IntakeNumbers(layer, batch.features)
    let extras = extraExpressions.map { $0.bound(to: batch.features) }
    var properties = PropertyIntake(layer.properties, columns: columns, batch: batch.features)
    for feature in 0..<batch.features.count where batch.usable[feature] {
      do {
        if let filter, try !accepts(filter, feature) {
          outcome.filtered += 1
          continue
        }
        if batch.features.geometry.coordinates(ofFeature: feature).isEmpty {
          outcome.withoutGeometry.append(
            Refusal(feature: feature, code: LedgerCode.noGeometry, reason: "it has no geometry"))
          continue
        }
        let geometry = try GeometryIntake.geometry(of: feature, in: batch, layer: layer, engine: engine)
        let values = try numbers.values(feature)
        let extraValues = try extras.map { extra in
          try evaluated { () throws(ExpressionError) in try extra.value(ofFeature: feature) }
        }
        try properties.append(feature, to: &outcome.rows)
        append(feature, of: batch, geometry, values, extraValues, to: &outcome.rows, ids: &properties)
      } catch var refusal as Refusal {
        refusal.feature = feature
        outcome.rejected.append(refusal)
      } catch {
        outcome.rejected.append(
          Refusal(feature: feature, code: LedgerCode.invalidGeometry, reason: "\(error)"))
      }
    }
    properties.finish(&outcome.rows)
    return outcome
  }

  private func accepts(_ filter: BoundExpression, _ feature: Int) throws -> Bool {
    try evaluated { () throws(ExpressionError) in try filter.boolean(ofFeature: feature) }
  }

  private func append(
    _ feature: Int, of batch: ReadBatch, _ geometry: GeometryIntake.Geometry, _ values: IntakeNumbers.Values,
    _ extras: [PropertyValue], to rows: inout LayerRows, ids: inout PropertyIntake
  ) {
    let row = UInt32(rows.keys.count)
    rows.keys.append(batch.identity.keys[feature])
    rows.contents.append(batch.identity.contents[feature])
    let id = batch.identity.ids[feature]
    if case .integer(let number) = id, (0..<1 << 52).contains(number) {
      rows.ownIDs.append(UInt64(number))
    } else {
      rows.ownIDs.append(LayerRows.noID)
    }
    rows.sourceIDs.append(ids.intern(id))
    rows.places.append(batch.features.places[feature])
    rows.files.append(batch.file)
    if let radius = values.radius { rows.radii.append(radius) }
    if let weight = values.weight { rows.weights.append(weight) }
    for (column, value) in extras.enumerated() { rows.extras[column].append(ids.intern(value)) }
    for point in geometry.points {
      rows.pointX.append(point.x)
      rows.pointY.append(point.y)
      rows.pointRows.append(row)
    }
    for shape in geometry.shapes {
      rows.shapes.append(shape)
      rows.shapeRows.append(row)
    }
  }
}

/// Runs an evaluation and turns its error into a refusal.
func evaluated<Value>(_ body: () throws(ExpressionError) -> Value) throws -> Value {
  do {
    return try body()
  } catch {
    throw LayerIntake.Refusal(code: LedgerCode.expression, reason: error.description)
  }
}
