import Configuration

/// Layers that lie apart from everything else that the bundle or its configuration speaks of, and would lie within it with
/// latitudes and longitudes exchanged.
///
/// For WGS84 no position within range proves anything by itself; what proves it is another layer, or a camera's bounds.
enum ExchangedAxes {
  /// A place where features are to be expected, and what it is.
  private struct Reference {
    var name: String
    var box: DegreeBox
  }

  /// A warning for each such layer.
  ///
  /// - Parameters:
  ///   - configuration: the layers in their order, and the cameras.
  ///   - bounds: per layer: west, south, east, north in degrees; nil for an empty one.
  static func diagnostics(_ configuration: PipelineConfiguration, bounds: [[Double]?]) -> [Diagnostic] {
    let layers = zip(configuration.layers, bounds).map { (layer: $0, box: DegreeBox($1)) }
    let cameras = configuration.cameras.compactMap { camera -> Reference? in
      guard case .bounds(let bounds) = camera.target else { return nil }
      return DegreeBox([bounds.west, bounds.south, bounds.east, bounds.north]).map {
        Reference(name: "the bounds of camera \"\(camera.name.value)\"", box: $0)
      }
    }
    var told: Set<Set<String>> = []
    return layers.compactMap { layer, box in
      guard let box, let exchanged = box.exchanged else { return nil }
      let name = "layer \"\(layer.name.value)\""
      let others = layers.compactMap { other, otherBox in
        other.source.value == layer.source.value
          ? nil : otherBox.map { Reference(name: "layer \"\(other.name.value)\"", box: $0) }
      }
      let found = (cameras + others).first { !$0.box.touches(box) && $0.box.holds(exchanged) }
      // Of two layers either may be the wrong one, and one line tells of both.
      guard let reference = found, told.insert([name, reference.name]).inserted else { return nil }
      let text =
        "\(name) lies in \(box.text), apart from \(reference.name) in \(reference.box.text), and would lie within "
        + "with latitudes and longitudes exchanged; GeoJSON has longitude first: look at source "
        + "\"\(layer.source.value)\" and its `crs`"
      return Diagnostic(.exchangedAxes, text, source: layer.source.value, layer: layer.name.value)
    }
  }
}

extension DegreeBox {
  /// The box with latitudes and longitudes exchanged; nil across the 180th meridian and where none would be a latitude.
  fileprivate var exchanged: DegreeBox? {
    west <= east ? DegreeBox([south, west, north, east]) : nil
  }

  /// Whether boxes have a position in common, as far as neither crosses the 180th meridian.
  fileprivate func touches(_ other: DegreeBox) -> Bool {
    west > east || other.west > other.east
      || (west <= other.east && other.west <= east && south <= other.north && other.south <= north)
  }

  /// Whether another box lies in this one.
  fileprivate func holds(_ other: DegreeBox) -> Bool {
    west <= other.west && other.east <= east && south <= other.south && other.north <= north
  }
}
