import OvertileExpressions

extension ClusterAggregates {
  /// The warning about aggregates that no number of a tile can hold.
  func diagnostics(of layer: String) -> [Diagnostic] {
    beyond.map { aggregate, clusters in
      let name = aggregate.name.value
      let text =
        "layer \"\(layer)\": aggregate \"\(name)\" of \(Counted.text(clusters, "cluster")) (counted at every zoom) exceeds "
        + "1.8e308, the largest possible number, and is left out. Look for wrong values, or divide the values first, as in "
        + "[\"/\", [\"get\", \"n\"], 1000]"
      return Diagnostic(.aggregateBeyond, text, layer: layer)
    }
  }
}
