import OvertileConfiguration
import OvertileExpressions
import OvertileGeoJSON

/// Expressions, as a configuration reads them, on features of every kind: an error, or a value that is finite where it is a
/// number; the same text as a filter, too. The first line of the input is the expression, the rest a feature's properties.
@Sendable func fuzzExpression(_ bytes: [UInt8]) {
  let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
  let text = String(decoding: bytes[..<end], as: UTF8.self)
  let expressions = [radius(text), filter(text)].compactMap { $0 }
  guard !expressions.isEmpty else { return }
  let feature =
    Array(#"{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[3,4]},"properties":"#.utf8)
    + bytes[end...] + [0x7D]
  guard let slice = try? FeatureSplitter(.bytes(feature)).next(),
    let batch = try? ParsedSlice(slice).batch
  else { return }
  for expression in expressions {
    let bound = expression.bound(to: batch)
    for index in 0..<batch.count {
      if let number = try? bound.number(ofFeature: index, zoom: 3.5) { precondition(number.isFinite) }
      if let value = try? bound.value(ofFeature: index) { precondition(value.number?.isFinite ?? true) }
    }
  }
}

private func radius(_ text: String) -> FeatureExpression? {
  guard case .circle(let circle)? = layer("kind: circle, circle: {radius: {expression: \(text), unit: m}}")?.kind,
    case .perFeature(let expression, _) = circle.radius
  else { return nil }
  return expression
}

private func filter(_ text: String) -> FeatureExpression? { layer("kind: shape, filter: \(text)")?.filter }

private func layer(_ keys: String) -> LayerConfiguration? {
  let yaml = """
    name: fuzz
    sources: {a: {path: a.geojson}}
    layers: {a: {source: a, \(keys)}}
    output: {path: out}
    """
  return try? PipelineConfiguration(yaml: yaml, file: "fuzz.yaml").layers.first
}
