extension BuildReport {
  /// The share of the bundle in percent, and the bytes, that zooms must take to be worth a word.
  private static let (advisedPercent, advisedBytes) = (10, 1_000_000)

  /// Reckons what the zooms after each layer's `completeZoom` take, and advises against them where that is much.
  mutating func adviseZooms() {
    guard dryRun != true else { return }
    for index in layers.indices {
      guard let complete = layers[index].completeZoom else { continue }
      let beyond = bytes(of: layers[index].name, afterZoom: complete)
      layers[index].bytesBeyond = beyond
      guard beyond >= Self.advisedBytes, beyond * 100 >= bytes * Self.advisedPercent else { continue }
      advice = (advice ?? []) + [Self.advice(layers[index], complete, beyond)]
    }
  }

  /// About the stored bytes of a layer at the zooms after one: its share of each zoom's, as its part is of the plain tiles.
  private func bytes(of layer: String, afterZoom zoom: Int) -> Int {
    tileStatistics.filter { $0.zoom > zoom }.reduce(0) { sum, statistics in
      let parts = statistics.layerBytes ?? [:]
      let all = parts.values.reduce(0, +)
      return sum + (all == 0 ? 0 : Int(Double(statistics.bytes) * Double(parts[layer] ?? 0) / Double(all)))
    }
  }

  private static func advice(_ layer: Layer, _ complete: Int, _ beyond: Int) -> String {
    let first = layer.zooms.first?.zoom ?? 0
    let last = layer.zooms.last?.zoom ?? complete
    let reason =
      switch layer.kind {
      case "cluster": "no cluster falls apart after zoom \(complete)"
      case "circle": "every circle is drawn round and in full by zoom \(complete)"
      default: "simplifying takes nothing after zoom \(complete)"
      }
    let zooms = last == complete + 1 ? "zoom \(last) takes" : "zooms \(complete + 1) to \(last) take"
    let size = "\((beyond + 50_000) / 100_000 * 100_000 / 1_000_000).\((beyond + 50_000) / 100_000 % 10) MB"
    return "layer \"\(layer.name)\": \(reason); \(zooms) about \(size) and show nothing more, since maps draw "
      + "tiles larger beyond their last zoom: zooms: \(first)-\(complete), or \(first)-auto"
  }
}
