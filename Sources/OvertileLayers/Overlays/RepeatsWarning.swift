import OvertileConfiguration
import OvertileExpressions
import OvertileReading

extension Diagnostic {
  /// The warning about features of a layer that repeat others exactly; nil if the configuration says what happens to them.
  package init?(
    repeats: BuiltLayer.Repeats, in layer: LayerConfiguration, _ origins: RowOrigins, _ sources: [PlannedSource]
  ) throws {
    guard layer.duplicates == nil, !repeats.rows.isEmpty else { return nil }
    let places = try origins.places(repeats.rows.sorted().prefix(1), layer, sources)
    let text =
      "layer \"\(layer.name.value)\" has \(Counted.text(repeats.rows.count, "exact duplicate")) of features, with the same "
      + "id, position and properties. To remove duplicates, set `duplicates: drop`; to accept them, set `duplicates: keep`; "
      + "first at \(places.first ?? "")"
    self.init(.exactRepeats, text, source: layer.source.value, layer: layer.name.value)
    (count, self.places) = (repeats.rows.count, places)
  }
}
