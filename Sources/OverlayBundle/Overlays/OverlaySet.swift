/// Overlays of one or several tiles, each once: the parts of one overlay in several tiles are joined.
struct OverlaySet {
  private var overlays: [OverlayID: Overlay] = [:]

  init() {}

  /// Adds an overlay as read from one tile. Clipped features come in the order in which they are added.
  mutating func add(_ overlay: Overlay) {
    guard let known = overlays[overlay.id] else {
      overlays[overlay.id] = overlay
      return
    }
    // Removed first, so that its clipped features are not copied.
    overlays[overlay.id] = nil
    overlays[overlay.id] = Self.joined(known, overlay)
  }

  /// The overlays by layer in an order of layers, those of others last, and by id.
  func sorted(layers: [String]) -> [Overlay] {
    let indices = Dictionary(layers.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let keyed = overlays.values.map { (index: indices[$0.id.layer] ?? layers.count, overlay: $0) }
    return keyed.sorted { a, b in a.index == b.index ? a.overlay.id < b.overlay.id : a.index < b.index }.map(\.overlay)
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
