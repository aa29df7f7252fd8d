import OvertileConfiguration
import OvertileExpressions

/// A property that the configuration names, and its location there.
package struct NamedProperty: Sendable, Hashable {
  /// The property.
  package var name: String
  /// The layer; nil for the source's own keys.
  package var layer: String?
  /// The key that names it, below its layer or source.
  package var role: String
  /// The location in the configuration.
  package var position: SourcePosition
  /// Whether the configuration has a default for features without it, so that none needs to have it.
  var isForeseen = false

  /// Every property that a source and its layers name, in the order of the configuration.
  package static func all(_ source: SourceConfiguration, _ layers: [LayerConfiguration]) -> [NamedProperty] {
    let id = source.idProperty.map { NamedProperty(name: $0.value, layer: nil, role: "id", position: $0.position) }
    return (id.map { [$0] } ?? []) + layers.flatMap(all)
  }

  private static func all(_ layer: LayerConfiguration) -> [NamedProperty] {
    let filtered = layer.filter?.foreseenKeys ?? []
    let asked = layer.askingExpressions.flatMap { asking in
      let foreseen = asking.expression.foreseenKeys.union(filtered)
      return asking.expression.keysByPosition.sorted { $0.key < $1.key }.map { position, name in
        NamedProperty(
          name: name, layer: layer.name.value, role: asking.role, position: position,
          isForeseen: foreseen.contains(name))
      }
    }
    return asked
      + layer.properties.named.map {
        NamedProperty(
          name: $0.name.value, layer: layer.name.value, role: $0.key, position: $0.name.position,
          isForeseen: $0.key == "properties.drop" || filtered.contains($0.name.value))
      }
  }
}

extension LayerConfiguration {
  /// Every expression of the layer with its key.
  var askingExpressions: [AskingExpression] {
    let ofKind = [weightExpression, radiusExpression].compactMap(\.self) + ((try? kindExpressions()) ?? [])
    return [filterExpression].compactMap(\.self) + ofKind + properties.computed.map(\.asking) + cameraExpressions
  }

  /// The filter.
  var filterExpression: AskingExpression? { filter.map { AskingExpression(role: "filter", expression: $0) } }

  /// The weight of points in clusters.
  var weightExpression: AskingExpression? {
    guard case .cluster(let cluster) = kind else { return nil }
    return cluster.weight.map { AskingExpression(role: "cluster.weight", expression: $0) }
  }

  /// The radius of circles, unless it is constant.
  var radiusExpression: AskingExpression? {
    guard case .circle(let circle) = kind, case .perFeature(let radius, _) = circle.radius else { return nil }
    return AskingExpression(role: "circle.radius", expression: radius)
  }

  /// The values that the kind needs: members' values of aggregates, or the class by which circles dissolve.
  func kindExpressions() throws -> [AskingExpression] {
    switch kind {
    case .cluster(let cluster):
      return cluster.aggregates.map { AskingExpression(role: $0.role, expression: $0.expression) }
    case .circle(let circle):
      guard case .byProperty(let name) = circle.dissolve else { return [] }
      let value = try FeatureExpression(property: name, at: circle.dissolvePosition ?? self.name.position)
        .reading(properties.computedValues)
      return [AskingExpression(role: "circle.dissolve", expression: value)]
    case .shape: return []
    }
  }

  /// The filters of cameras' presets.
  var cameraExpressions: [AskingExpression] {
    cameraFilters.map { AskingExpression(role: "cameras.\($0.camera).fit.filter", expression: $0.filter) }
  }
}

extension ComputedProperty {
  /// Its expression with its key.
  var asking: AskingExpression {
    AskingExpression(role: "properties.compute.\(name.value)", expression: expression)
  }
}
