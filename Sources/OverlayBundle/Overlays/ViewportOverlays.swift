import MapMath

/// The overlays in a viewport that is not moving.
public struct ViewportOverlays: Sendable, Hashable {
  /// The tiles that the overlays were read from.
  public var plan: ViewportPlan
  /// The distinct overlays, ordered by the manifest's layers and then by id.
  public var overlays: [Overlay]

  /// Creates the overlays of a viewport.
  public init(plan: ViewportPlan, overlays: [Overlay]) {
    self.plan = plan
    self.overlays = overlays
  }

  /// Returns the zoom of the tiles that a layer was read from, or nil if the layer is not shown.
  public func zoom(ofLayer name: String) -> Int? { plan.shares.first { $0.layers.contains(name) }?.zoom }

  /// Returns the changes from an earlier viewport to this one, for an app to apply to its map. O(overlays).
  ///
  /// - Parameter previous: The viewport that is currently drawn, or nil if there is none.
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

/// The differences between two viewports. All other overlays are unchanged.
public struct OverlayChanges: Sendable, Hashable {
  /// The overlays to add.
  public var inserted: [Overlay] = []
  /// The overlays to remove, in their old state.
  public var removed: [Overlay] = []
  /// The overlays to replace, in their new state: shapes with different clipped features, or circles of a different
  /// zoom.
  public var updated: [Overlay] = []

  /// Whether there are no changes.
  public var isEmpty: Bool { inserted.isEmpty && removed.isEmpty && updated.isEmpty }
}
