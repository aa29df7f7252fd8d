import Configuration
import Expressions
import GeoJSON

/// Expressions, as a configuration reads them, on features of every kind: an error, or a value that is finite where it is a
/// number. The first line of the input is the expression, the rest a feature's properties.
@Sendable func fuzzExpression(_ bytes: [UInt8]) {
  let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
  let expression = String(decoding: bytes[..<end], as: UTF8.self)
  let yaml = """
    name: fuzz
    sources: {a: {path: a.geojson}}
    layers: {a: {source: a, kind: circle, circle: {radius: {expression: \(expression), unit: m}}}}
    output: {path: out}
    """
  guard let configuration = try? PipelineConfiguration(yaml: yaml, file: "fuzz.yaml"),
    case .circle(let circle) = configuration.layers.first?.kind, case .perFeature(let compiled, _) = circle.radius
  else { return }
  let feature = Array(#"{"type":"Feature","id":7,"geometry":null,"properties":"#.utf8) + bytes[end...] + [0x7D]
  guard let splitter = try? FeatureSplitter(.bytes(feature)), let slice = try? splitter.next(),
    let batch = try? FeatureParser().parse(slice).batch
  else { return }
  let bound = compiled.bound(to: batch)
  for index in 0..<batch.count {
    if let number = try? bound.number(ofFeature: index, zoom: 3.5) { precondition(number.isFinite) }
    _ = try? bound.value(ofFeature: index)
  }
}
