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
    let asked = layer.expressions.flatMap { expression in
      let foreseen = expression.foreseenKeys.union(filtered)
      return expression.keysByPosition.sorted { $0.key < $1.key }.map { position, name in
        NamedProperty(
          name: name, layer: layer.name.value, role: expression.role, position: position,
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
  /// Every expression of the layer.
  var expressions: [FeatureExpression] {
    var all = [filter]
    switch kind {
    case .cluster(let cluster): all.append(cluster.weight)
    case .circle(let circle): if case .perFeature(let radius, _) = circle.radius { all.append(radius) }
    case .shape: break
    }
    return all.compactMap(\.self) + kindExpressions + properties.computed.map { $0.expression }
      + cameraFilters.map { $0.filter }
  }

  /// The values that the kind needs: members' values of aggregates, or the class by which circles dissolve.
  var kindExpressions: [FeatureExpression] {
    switch kind {
    case .cluster(let cluster): cluster.aggregates.map(\.expression)
    case .circle(let circle): [circle.dissolveValue].compactMap(\.self)
    case .shape: []
    }
  }
}
