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

  /// The changes from an earlier viewport to this one, which an app applies to its map. O(overlays).
  ///
  /// - Parameter previous: The viewport that is drawn; nil if nothing is.
  public func changes(from previous: ViewportOverlays?) -> OverlayChanges {
    let before = Dictionary(
      (previous?.overlays ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let now = Set(overlays.map(\.id))
    var changes = OverlayChanges(removed: (previous?.overlays ?? []).filter { !now.contains($0.id) })
    for overlay in overlays {
      guard let old = before[overlay.id] else {
        changes.inserted.append(overlay)
        continue
      }
      if old != overlay { changes.updated.append(overlay) }
    }
    return changes
  }
}

/// The differences between two viewports. Leave all other overlays as they are.
public struct OverlayChanges: Sendable, Hashable {
  /// Overlays to add.
  public var inserted: [Overlay] = []
  /// The overlays to remove, as they were.
  public var removed: [Overlay] = []
  /// Overlays to replace: a shape with other clipped features, or a circle of another zoom; as they are now.
  public var updated: [Overlay] = []

  /// Whether nothing has changed.
  public var isEmpty: Bool { inserted.isEmpty && removed.isEmpty && updated.isEmpty }
}
