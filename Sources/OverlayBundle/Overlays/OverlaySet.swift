/// Overlays of one or several tiles, each once: the parts of one overlay in several tiles are joined.
struct OverlaySet {
  /// By layer: the overlays as read, in the order of the tiles.
  private var layers: [String: [Overlay]] = [:]

  /// Adds overlays of a layer as read from one tile. Clipped features come in the order in which they are added.
  mutating func add(_ overlays: [Overlay], of layer: String) { layers[layer, default: []] += overlays }

  /// The overlays by layer in an order of layers, those of others last, and by id. O(n log n).
  func sorted(layers order: [String]) -> [Overlay] {
    let ranks = Dictionary(zip(order, order.indices)) { first, _ in first }
    return layers.sorted { (ranks[$0.key] ?? .max, $0.key) < (ranks[$1.key] ?? .max, $1.key) }
      .flatMap { Self.sorted($0.value) }
  }

  /// The overlays of a layer by id, those without one last.
  private static func sorted(_ overlays: [Overlay]) -> [Overlay] {
    // Sorting keys costs less than sorting overlays, which are large.
    var keys: [(id: UInt64, index: Int)] = []
    keys.reserveCapacity(overlays.count)
    var unnamed: [Int] = []
    for (index, overlay) in overlays.enumerated() {
      if let id = overlay.id.number { keys.append((id, index)) } else { unnamed.append(index) }
    }
    keys.sort { ($0.id, $0.index) < ($1.id, $1.index) }
    unnamed.sort { a, b in overlays[a].id == overlays[b].id ? a < b : overlays[a].id < overlays[b].id }
    var joined: [Overlay] = []
    joined.reserveCapacity(overlays.count)
    for (position, key) in keys.enumerated() {
      append(overlays[key.index], to: &joined, isPart: position > 0 && keys[position - 1].id == key.id)
    }
    for index in unnamed { append(overlays[index], to: &joined, isPart: joined.last?.id == overlays[index].id) }
    return joined
  }

  private static func append(_ overlay: Overlay, to joined: inout [Overlay], isPart: Bool) {
    // Removed first, so that its clipped features are not copied.
    if isPart, let known = joined.popLast() {
      joined.append(Self.joined(known, overlay))
    } else {
      joined.append(overlay)
    }
  }

  private static func joined(_ known: Overlay, _ other: Overlay) -> Overlay {
    switch (known, other) {
    case (.circle(var circle), .circle(let part)):
      circle.isDot = circle.isDot && part.isDot
      circle.drawsCenter = circle.drawsCenter || part.drawsCenter
      circle.drawsRing = circle.drawsRing || part.drawsRing
      circle.clippedFeatures += part.clippedFeatures
      return .circle(circle)
    case (.dissolvedCircles(var shape), .dissolvedCircles(let part)):
      shape.clippedFeatures += part.clippedFeatures
      return .dissolvedCircles(shape)
    case (.shape(var shape), .shape(let part)):
      shape.clippedFeatures += part.clippedFeatures
      (shape.label, shape.labelRank) = (shape.label ?? part.label, shape.labelRank ?? part.labelRank)
      return .shape(shape)
    case (.feature(var feature), .feature(let part)):
      feature.clippedFeatures += part.clippedFeatures
      return .feature(feature)
    case (.feature, _):
      // A sound part in one tile is kept in spite of damage in another.
      return other
    default:
      return known
    }
  }
}
