import OvertileExpressions

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
