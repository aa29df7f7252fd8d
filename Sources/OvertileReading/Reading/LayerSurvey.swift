import MapMath
import OvertileConfiguration
import OvertileExpressions

/// A survey of a layer's rows before they become overlays: how many there are, and whether they lie where data without
/// coordinates end up.
package struct LayerSurvey: Sendable {
  /// The features.
  package let features: Int
  /// Features with a point at latitude 0, longitude 0.
  let atNullIsland: Int
  /// Points whose latitude and longitude look exchanged.
  package let exchangedPoints: ExchangedPoints
  /// Whether there are more features than were surveyed.
  package var isPartial = false

  /// Surveys the rows of a layer. O(points).
  package init(_ rows: LayerRows) {
    features = rows.count
    exchangedPoints = ExchangedPoints(rows)
    let origin = WorldPoint(Coordinate(latitude: 0, longitude: 0))
    let points = rows.pointX.indices.filter { rows.pointX[$0] == origin.x && rows.pointY[$0] == origin.y }
    atNullIsland = Set(points.map { rows.pointRows[$0] }).count
  }

  /// More features than these at latitude 0, longitude 0 are suspicious.
  private static let fewAtNullIsland = 3
  /// Fewer are suspicious, too, if they are more than one in so many of the layer.
  private static let shareAtNullIsland = 10

  /// The warning about features at latitude 0, longitude 0, if they look like features without coordinates. Something
  /// real is there: a buoy (station 13010 of the ocean's observers), which is one feature of many.
  package func nullIsland(_ layer: LayerConfiguration) -> Diagnostic? {
    guard
      atNullIsland > Self.fewAtNullIsland || atNullIsland * Self.shareAtNullIsland >= max(features, 1)
    else { return nil }
    let text =
      "layer \"\(layer.name.value)\": \(Counted.grouped(atNullIsland)) of \(Counted.text(features, "feature")) "
      + "\(atNullIsland == 1 ? "is" : "are") at latitude 0, longitude 0 (\"null island\"), which often means "
      + "missing coordinates. Remove such features from the export, or exclude them with the layer's filter"
    return Diagnostic(.nullIsland, text, source: layer.source.value, layer: layer.name.value)
  }

  /// The warning about a layer without features; nil for another one, and where that is as it should be.
  ///
  /// - Parameters:
  ///   - report: the layer's counts, complete.
  ///   - read: the number of features of its source.
  package static func emptiness(
    of layer: LayerConfiguration, _ report: BuildReport.Layer, read: Int, in configuration: PipelineConfiguration
  ) -> Diagnostic? {
    guard report.accepted == 0, configuration.gates.empty != .pass else { return nil }
    let name = layer.name.value
    let text = "layer \"\(name)\" is empty because \(reason(layer, report, read: read, in: configuration))"
    return Diagnostic(.emptyLayer, text, source: layer.source.value, layer: name)
  }

  /// The reason that a layer is empty, and the keys to check.
  private static func reason(
    _ layer: LayerConfiguration, _ report: BuildReport.Layer, read: Int, in configuration: PipelineConfiguration
  ) -> String {
    let configured = configuration.sources.first { $0.name.value == layer.source.value }
    let source = "source \"\(layer.source.value)\""
    guard read > 0 else {
      return configured?.selection.condition.map { "no row of \(source) matches its `where` condition, \($0)" }
        ?? "\(source) has no features; check its `path`, and whether its export is complete"
    }
    let filters = [
      layer.filter.map { "the layer's filter (\(configuration.file):\($0.position))" },
      configured?.bounds.map { "the source's `bounds` (\(configuration.file):\($0.position))" },
    ].compactMap(\.self).joined(separator: " and ")
    let parts = [
      (report.filtered, "excluded by \(filters)"), (report.withoutGeometry, "without a geometry"),
      (read - report.filtered - report.withoutGeometry, "rejected or never shown"),
    ].filter { $0.0 > 0 }.map { "\(Counted.grouped($0.0)) \($0.1)" }
    return "none of the features of \(source) is shown: \(parts.joined(separator: ", ")); see the ledger"
  }
}

extension Diagnostic {
  /// The diagnostic, with a note on the surveyed features if there are more.
  package func saidOf(_ survey: LayerSurvey) -> Diagnostic {
    guard survey.isPartial else { return self }
    var partial = self
    partial.message += " (of \(Counted.text(survey.features, "feature")) that were probed)"
    return partial
  }
}
