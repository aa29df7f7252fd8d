import OvertileExpressions

extension LayerConfiguration {
  /// Lets all expressions of the layer read its computed properties in place of those of the source; a computed property
  /// reads those above it.
  mutating func readComputed(_ log: inout ProblemLog) {
    let computed = properties.computedValues
    guard !computed.isEmpty else { return }
    for index in properties.computed.indices {
      let key = "properties.compute.\(properties.computed[index].name.value)"
      Self.read(computed[..<index], in: &properties.computed[index].expression, key: key, &log)
    }
    if var expression = filter {
      Self.read(computed[...], in: &expression, key: "filter", &log)
      filter = expression
    }
    switch kind {
    case .cluster(var cluster):
      if var weight = cluster.weight {
        Self.read(computed[...], in: &weight, key: "cluster.weight", &log)
        cluster.weight = weight
      }
      for index in cluster.aggregates.indices {
        let key = cluster.aggregates[index].role
        Self.read(computed[...], in: &cluster.aggregates[index].expression, key: key, &log)
      }
      kind = .cluster(cluster)
    case .circle(var circle):
      if case .perFeature(var radius, let unit) = circle.radius {
        Self.read(computed[...], in: &radius, key: "circle.radius", &log)
        circle.radius = .perFeature(radius, unit: unit)
        kind = .circle(circle)
      }
    case .shape: break
    }
  }

  private static func read(
    _ computed: ArraySlice<FeatureExpression.ComputedValue>, in expression: inout FeatureExpression, key: String,
    _ log: inout ProblemLog
  ) {
    do throws(ExpressionError) {
      expression = try expression.reading(Array(computed))
    } catch {
      log.note(.expression, at: error.position, error.reason, key: key)
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
      do throws(ExpressionError) {
        let reading = try filter.reading(self[index].properties.computedValues)
        self[index].cameraFilters.append((camera.name.value, reading))
      } catch {
        log.note(.expression, at: error.position, error.reason, key: "cameras.\(camera.name.value).fit.filter")
      }
    }
  }
}
