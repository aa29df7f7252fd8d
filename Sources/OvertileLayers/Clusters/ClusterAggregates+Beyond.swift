import OvertileExpressions
import OvertileReading

extension ClusterAggregates {
  /// The warning about aggregates that no number of a tile can hold.
  func diagnostics(of layer: String) -> [Diagnostic] {
    beyond.map { aggregate, clusters in
      let name = aggregate.name.value
      let text =
        "layer \"\(layer)\": aggregate \"\(name)\" of \(Counted.text(clusters, "cluster")), counted at every zoom, lies "
        + "beyond 1.8e308, the largest number, and is left out there: look for wrong values, or divide them first, as in "
        + "[\"/\", [\"get\", \"n\"], 1000]"
      return Diagnostic(.aggregateBeyond, text, layer: layer)
    }
  }
}
