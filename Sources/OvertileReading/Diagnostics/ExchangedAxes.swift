import OvertileBundleFormat
import OvertileConfiguration

/// Layers that look as if latitudes and longitudes were exchanged, judged by the rest of the bundle and its
/// configuration.
///
/// For WGS84 no position within range proves anything by itself. The evidence against a layer is that it lies outside
/// the bounds of all cameras but, exchanged, within the bounds of one; or that it lies apart from another source's
/// layer but, exchanged, covers the same area. It is not enough that it lies within the other layer: Germany's cities,
/// exchanged, lie within the bounds of a layer of Yemen and its neighbors.
package enum ExchangedAxes {
  /// A region where features are expected, and its name.
  private typealias Reference = (name: String, box: DegreeBox)

  /// The fraction of both boxes that must overlap for them to cover the same area.
  private static let alike = 0.5
  /// The layers that are judged, the first ones: each is compared with all others.
  private static let most = 100

  /// A warning for each such layer.
  ///
  /// - Parameters:
  ///   - configuration: the layers in their order, and the cameras.
  ///   - bounds: per layer: west, south, east, north in degrees; nil for an empty one.
  package static func diagnostics(_ configuration: PipelineConfiguration, bounds: [[Double]?]) -> [Diagnostic] {
    let layers = zip(configuration.layers, bounds).prefix(most).map { (layer: $0, box: DegreeBox($1)) }
    let cameras = configuration.cameras.compactMap { camera -> Reference? in
      guard case .bounds(let bounds) = camera.target else { return nil }
      return ("the bounds of camera \"\(camera.name.value)\"", bounds)
    }
    var told: Set<Set<String>> = []
    return layers.compactMap { layer, box in
      guard let box, let exchanged = box.exchanged else { return nil }
      let name = "layer \"\(layer.name.value)\""
      let others = layers.compactMap { other, otherBox -> Reference? in
        other.source.value == layer.source.value ? nil : otherBox.map { ("layer \"\(other.name.value)\"", $0) }
      }
      let isOutOfSight = !cameras.contains { $0.box.clipped(to: box) != nil }
      let found =
        cameras.first { isOutOfSight && $0.box.holds(exchanged) }
        ?? others.first { $0.box.clipped(to: box) == nil && $0.box.overlap(exchanged) >= Self.alike }
      // Either of two layers may be the wrong one, and one line names both.
      guard let reference = found, told.insert([name, reference.name]).inserted else { return nil }
      let text =
        "\(name) lies in \(box.text), away from \(reference.name) in \(reference.box.text), but would lie there "
        + "if latitudes and longitudes were swapped. GeoJSON expects the longitude first; check source "
        + "\"\(layer.source.value)\" and its `crs`"
      return Diagnostic(.exchangedAxes, text, source: layer.source.value, layer: layer.name.value)
    }
  }
}

extension DegreeBox {
  /// The box in a manifest.
  package var text: String { "[\([west, south, east, north].map(GateText.number).joined(separator: ", "))]" }

  /// The box with latitudes and longitudes exchanged; nil across the antimeridian and where exchanged values are not
  /// latitudes.
  fileprivate var exchanged: DegreeBox? {
    west <= east ? DegreeBox([south, west, north, east]) : nil
  }

  /// The overlap of two boxes as a fraction of one of them; for boxes without an area, 1 if they are equal.
  fileprivate func overlap(_ other: DegreeBox) -> Double {
    let both = clipped(to: other)?.area ?? 0
    let union = area + other.area - both
    return union > 0 ? both / union : self == other ? 1 : 0
  }

  private var area: Double { width * (north - south) }

  /// Whether another box lies in this one.
  fileprivate func holds(_ other: DegreeBox) -> Bool {
    west <= other.west && other.east <= east && south <= other.south && other.north <= north
  }
}
