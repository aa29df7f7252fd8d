import OvertileExpressions

extension LayerConfiguration {
  /// Lets all expressions of the layer read its computed properties in place of those of the source; a computed property
  /// reads those above it.
  mutating func readComputed(_ log: inout ProblemLog) {
    let computed = properties.computedValues
    guard !computed.isEmpty else { return }
    for (index, property) in properties.computed.enumerated() {
      let key = "properties.compute.\(property.name.value)"
      properties.computed[index].expression = log.reading(Array(computed[..<index]), property.expression, key: key)
    }
    filter = filter.map { log.reading(computed, $0, key: "filter") }
    switch kind {
    case .cluster(var cluster):
      cluster.weight = cluster.weight.map { log.reading(computed, $0, key: "cluster.weight") }
      for (index, aggregate) in cluster.aggregates.enumerated() {
        cluster.aggregates[index].expression = log.reading(computed, aggregate.expression, key: aggregate.role)
      }
      kind = .cluster(cluster)
    case .circle(var circle):
      guard case .perFeature(let radius, let unit) = circle.radius else { return }
      circle.radius = .perFeature(log.reading(computed, radius, key: "circle.radius"), unit: unit)
      kind = .circle(circle)
    case .shape: break
    }
  }
}

extension ProblemLog {
  /// The expression that reads computed properties, or the same one after noting that it cannot.
  fileprivate mutating func reading(
    _ computed: [FeatureExpression.ComputedValue], _ expression: FeatureExpression, key: String
  ) -> FeatureExpression {
    do throws(ExpressionError) {
      return try expression.reading(computed)
    } catch {
      note(.expression, at: error.position, error.reason, key: key)
      return expression
    }
  }
}

extension LayerConfiguration {
  /// Keeps the property that the points of a cluster share, so that a map filters points and clusters by it.
  mutating func keepShared(_ log: inout ProblemLog) {
    guard case .cluster(let cluster) = kind, let by = cluster.by else { return }
    if properties.drop.contains(by.value) {
      log.note(
        .conflict, at: by.position,
        "\"\(by.value)\" must not be listed in properties: {drop: [...]}, because the clusters need this property",
        key: "cluster.by")
    }
    switch properties.keep {
    case .all: break
    case .none: properties.keep = .only([by.value])
    case .only(let names): properties.keep = .only(Set(names + [by.value]).sorted())
    }
  }
}

extension [LayerConfiguration] {
  /// Sets on each layer the selections of presets, which read its computed properties.
  mutating func assignFilters(of cameras: [CameraPreset], _ log: inout ProblemLog) {
    for camera in cameras {
      guard case .layer(let name, let filter?) = camera.target,
        let index = firstIndex(where: { $0.name.value == name.value })
      else { continue }
      let key = "cameras.\(camera.name.value).fit.filter"
      let reading = log.reading(self[index].properties.computedValues, filter, key: key)
      self[index].cameraFilters.append((camera.name.value, reading))
    }
  }
}
