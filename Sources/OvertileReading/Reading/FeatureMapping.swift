import MapMath
import OvertileConfiguration
import OvertileCore
import OvertileShapes

/// Maps the features of a batch into one layer: filter, properties, the kind's numbers, geometry.
///
/// A value type of options; the geometry engine belongs to the worker that calls it.
package struct FeatureMapping: Sendable {
  /// The layer as configured.
  package let layer: LayerConfiguration
  /// The values that the layer needs beside the properties.
  package let extra: ExtraColumns
  /// How wrong geometries are treated.
  let repairs: RepairRules
  /// The estimate of the tiles of a feature.
  let estimate: TileEstimate
  /// The bounds of features; nil for anywhere.
  let bounds: SourceBounds?
  /// Whether features that the filter excludes are listed.
  let listsFiltered: Bool

  /// Prepares the mapping of the features of a source into a layer.
  init(_ layer: LayerConfiguration, of source: SourceConfiguration, _ output: OutputConfiguration) {
    (self.layer, repairs, listsFiltered) = (layer, source.repairs, output.ledgerListsFiltered)
    extra = ExtraColumns(layer)
    estimate = TileEstimate(layer, buffer: output.grid.bufferShare)
    bounds = source.bounds.map { SourceBounds($0.value) }
  }

  /// The reason that a feature is not in the layer, or is changed.
  struct FeatureDiagnostic: Error, Sendable {
    /// The feature's index in its batch.
    var feature = 0
    /// The ledger's code.
    var code: LedgerCode
    /// The reason in words.
    var reason: String
    /// The repairs.
    var repairs: Set<Repair> = []
    /// How it does not fit the configuration.
    var cause: DataErrorCause?

    /// For a shape that vanishes on the grid.
    static let collapsed = FeatureDiagnostic(
      code: .collapsed, reason: "nothing is left of the geometry after the repair")
  }

  /// Maps the usable features of a batch; throws if memory runs short.
  ///
  /// - Returns: its results in this layer, and the entries for the ledger, in the order of the features.
  func take(
    _ batch: ReadBatch, engine: GeometryEngine
  ) throws -> (layer: SourceWorker.LayerOutcome, diagnostics: [FeatureDiagnostic]) {
    var properties = PropertyMapping(layer.properties, batch: batch)
    var outcome = SourceWorker.LayerOutcome(
      rows: RowBatch(of: batch, keys: properties.keys, extraColumns: extra.columns.count),
      counts: BuildReport.Layer(layer))
    var diagnostics: [FeatureDiagnostic] = []
    let bound = BoundLayer(layer, extra, batch)
    let mapping = GeometryMapping(
      batch: batch, kind: layer.layerKind, takesPolygons: layer.takesPolygons, rules: repairs, engine: engine)
    for feature in 0..<batch.read.count where batch.usable[feature] {
      outcome.counts.read += 1
      do {
        let isPlaced = !batch.read.geometry.coordinates(ofFeature: feature).isEmpty
        if let reason = try leftOut(feature, of: batch, isPlaced: isPlaced, bound) {
          outcome.counts.filtered += 1
          if listsFiltered { diagnostics.append(FeatureDiagnostic(feature: feature, code: .filtered, reason: reason)) }
          continue
        }
        guard isPlaced else { throw FeatureDiagnostic(code: .noGeometry, reason: "the feature has no geometry") }
        let geometry = try mapping.geometry(of: feature)
        let numbers = try bound.numbers(feature)
        let extras = try bound.extras(feature)
        let tiles = try estimate.tiles(of: geometry, in: batch, radii: numbers.radii, shown: shownZooms(extras))
        try properties.append(feature, to: &outcome.rows)
        append(feature, of: batch, geometry, numbers, extras, to: &outcome.rows)
        outcome.tiles += tiles
        if !geometry.repairs.isEmpty { diagnostics.append(FeatureDiagnostic(feature, repaired: geometry)) }
      } catch var rejection as FeatureDiagnostic {
        rejection.feature = feature
        diagnostics.append(rejection)
      } catch let error as ShapeError where error.code == .unavailable {
        // Memory ran short: this is not a fault of the feature.
        throw error
      } catch {
        diagnostics.append(FeatureDiagnostic(feature: feature, code: .notValid, reason: "\(error)"))
      }
    }
    outcome.counts.accepted = outcome.rows.count
    outcome.counts.withoutGeometry = diagnostics.count { $0.code == .noGeometry }
    outcome.counts.repaired = diagnostics.count { $0.code == .repaired }
    outcome.counts.rejected =
      diagnostics.count { $0.code.action == .rejected } - outcome.counts.withoutGeometry
    return (outcome, diagnostics)
  }

  /// The reason that the layer does not accept a feature; nil for one that it accepts.
  private func leftOut(_ feature: Int, of batch: ReadBatch, isPlaced: Bool, _ bound: BoundLayer) throws -> String? {
    if let bounds, isPlaced, !bounds.meet(feature, of: batch) { return "the feature lies outside the source's bounds" }
    return try bound.accepts(feature) ? nil : "the layer's filter excludes the feature"
  }

  /// Per zoom: whether a filter that depends on the zoom shows a feature with some extra values; nil without such a
  /// filter.
  private func shownZooms(_ extras: [PropertyValue]) -> [Bool]? {
    extra.filter.map { first in extra.perZoom(from: first).map { extras[$0] == .bool(true) } }
  }

  private func append(
    _ feature: Int, of batch: ReadBatch, _ geometry: GeometryMapping.Geometry, _ numbers: BoundLayer.Numbers,
    _ extras: [PropertyValue], to rows: inout RowBatch
  ) {
    let row = UInt32(rows.count)
    rows.append(identityOf: feature, in: batch)
    rows.radii += numbers.radii
    if let weight = numbers.weight { rows.weights.append(weight) }
    for (column, value) in extras.enumerated() { rows.extras[column].append(rows.intern(value)) }
    for position in geometry.positions {
      rows.append(WorldPoint(x: batch.worldX[position], y: batch.worldY[position]), of: row)
      if case .circle = layer.kind { rows.pointLatitudes.append(batch.latitude(position)) }
    }
    if let label = geometry.label { rows.append(label, of: row) }
    for shape in geometry.shapes {
      rows.shapes.append(shape)
      rows.shapeRows.append(row)
    }
  }
}

extension FeatureMapping.FeatureDiagnostic {
  /// The diagnostic for a feature that the layer has repaired.
  fileprivate init(_ feature: Int, repaired geometry: GeometryMapping.Geometry) {
    let reasons = geometry.repairs.ordered.map { repair in
      repair == .validity ? repair.meaning + (geometry.fault.map { " (\($0))" } ?? "") : repair.meaning
    }
    self.init(
      feature: feature, code: .repaired, reason: reasons.joined(separator: "; "), repairs: geometry.repairs)
  }
}
