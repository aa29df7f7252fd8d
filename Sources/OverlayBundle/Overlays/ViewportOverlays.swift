import MapMath

/// The overlays in a viewport at one position of the camera.
public struct ViewportOverlays: Sendable, Hashable {
  /// The plan that lists the tiles from which the overlays were read.
  public var plan: ViewportPlan
  /// The distinct overlays, sorted by layer in the order of the manifest, and then by id.
  public var overlays: [Overlay]

  /// Creates viewport overlays from a plan and the overlays in the plan's tiles.
  public init(plan: ViewportPlan, overlays: [Overlay]) {
    self.plan = plan
    self.overlays = overlays
  }

  /// Returns the zoom of the tiles from which a layer was read, or `nil` if the layer is not shown.
  public func zoom(ofLayer name: String) -> Int? { plan.shares.first { $0.layers.contains(name) }?.zoom }

  /// Returns the changes that turn the previous overlays into these overlays. Apply the changes to a map that shows the
  /// previous overlays.
  ///
  /// - Parameter previous: The overlays that the map currently shows, or `nil` if it shows no overlays.
  /// - Complexity: O(n), where n is the total number of previous and current overlays.
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

/// The changes between the overlays in two viewports. Overlays that are not listed here are unchanged.
public struct OverlayChanges: Sendable, Hashable {
  /// The overlays to add to the map.
  public var inserted: [Overlay] = []
  /// The overlays to remove from the map, in their previous state.
  public var removed: [Overlay] = []
  /// The overlays to replace on the map, in their new state. These are, for example, shapes with different clipped
  /// features, or circles from a different zoom.
  public var updated: [Overlay] = []

  /// Whether there are no changes.
  public var isEmpty: Bool { inserted.isEmpty && removed.isEmpty && updated.isEmpty }
}
