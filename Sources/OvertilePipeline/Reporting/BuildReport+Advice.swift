import OvertileBundleFormat
import OvertileReading

extension BuildReport {
  /// The share of the bundle in percent, and the bytes, above which zooms are worth advice.
  private static let (advisedPercent, advisedBytes) = (10, 1_000_000)

  /// Computes the size of the zooms after each layer's `completeZoom`, and advises against them if they are large.
  ///
  /// Layers share their last zoom if they can: Mapbox and MapLibre overzoom tiles only beyond the last zoom of their
  /// source.
  mutating func adviseZooms() {
    guard dryRun != true else { return }
    let common = layers.compactMap { $0.completeZoom ?? $0.zooms.last?.zoom }.max() ?? 0
    for index in layers.indices {
      let layer = layers[index]
      guard let complete = layer.completeZoom, let last = layer.zooms.last?.zoom else { continue }
      layers[index].bytesBeyond = bytes(of: layer, afterZoom: complete)
      let beyond = bytes(of: layer, afterZoom: common)
      guard common < last, beyond >= Self.advisedBytes, beyond * 100 >= bytes * Self.advisedPercent else { continue }
      zoomAdvice = (zoomAdvice ?? []) + [advice(layer, complete, last, end: common, beyond)]
    }
  }

  /// An estimate of the stored bytes of a layer at the zooms after one: its share of each zoom's, in proportion to its
  /// part of the plain tiles.
  private func bytes(of layer: Layer, afterZoom zoom: Int) -> Int {
    tileStatistics.filter { $0.zoom > zoom }.reduce(0) { sum, statistics in
      let parts = statistics.layerBytes ?? [:]
      let all = parts.values.reduce(0, +)
      guard all > 0 else { return sum }
      let weighted = Double(statistics.storedBytes ?? statistics.bytes) * Double(parts[layer.name] ?? 0)
      return sum + Int(weighted / Double(all))
    }
  }

  private func advice(_ layer: Layer, _ complete: Int, _ last: Int, end: Int, _ beyond: Int) -> String {
    let reason =
      switch LayerKind(rawValue: layer.kind) {
      case .cluster: "no cluster splits after zoom \(complete)"
      case .circle: "every circle is shown in full by zoom \(complete)"
      default: "simplification removes almost nothing from zoom \(complete) on"
      }
    let zooms = last == end + 1 ? "zoom \(last) takes" : "zooms \(end + 1) to \(last) take"
    let tenths = (beyond + 50_000) / 100_000
    let first = layer.zooms.first?.zoom ?? 0
    let way = "zooms: \(first)-\(end)" + (end == complete ? " or \(first)-auto" : "")
    return "layer \"\(layer.name)\": \(reason); \(zooms) about \(tenths / 10).\(tenths % 10) MB without showing "
      + "anything new, because maps can overzoom lower zooms; set \(way)"
  }
}
