import MapMath

/// The overlays of a viewport at rest.
public struct ViewportOverlays: Sendable, Hashable {
  /// The tiles that they were read from.
  public var plan: ViewportPlan
  /// The overlays, each once: in the order of the manifest's layers, then of the ids.
  public var overlays: [Overlay]

  /// Makes the overlays of a viewport.
  public init(plan: ViewportPlan, overlays: [Overlay]) {
    self.plan = plan
    self.overlays = overlays
  }

  /// The zoom of the tiles that a layer was read from; nil if it is not shown.
  public func zoom(ofLayer name: String) -> Int? { plan.shares.first { $0.layers.contains(name) }?.zoom }

  /// The changes from an earlier viewport to this one, for the app to apply. O(overlays).
  ///
  /// - Parameter previous: The viewport that is drawn; nil if nothing is.
  public func changes(from previous: ViewportOverlays?) -> OverlayChanges {
    let before = Dictionary(
      (previous?.overlays ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let now = Set(overlays.map(\.id))
    var changes = OverlayChanges(left: (previous?.overlays ?? []).filter { !now.contains($0.id) })
    for overlay in overlays {
      guard let old = before[overlay.id] else {
        changes.entered.append(overlay)
        continue
      }
      if old != overlay { changes.updated.append(overlay) }
    }
    return changes
  }
}

/// The differences between two viewports. An overlay that is in none of the three lists stays as it is drawn.
public struct OverlayChanges: Sendable, Hashable {
  /// Overlays to add.
  public var entered: [Overlay] = []
  /// Overlays to remove, as they were.
  public var left: [Overlay] = []
  /// Overlays that stay with another value: a shape with other clipped features or a circle of another zoom; as they are now.
  public var updated: [Overlay] = []

  /// Whether there is nothing to do.
  public var isEmpty: Bool { entered.isEmpty && left.isEmpty && updated.isEmpty }
}
