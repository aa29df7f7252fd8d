import MapMath

/// The overlays in a viewport for one position of the camera.
public struct ViewportOverlays: Sendable, Hashable {
  /// The plan that lists the tiles from which the overlays were read.
  public var plan: ViewportPlan
  /// The distinct overlays, sorted by layer in the order of the manifest, and then by id.
  public var overlays: [Overlay]

  /// Creates viewport overlays from the given plan and the overlays in the plan's tiles.
  public init(plan: ViewportPlan, overlays: [Overlay]) {
    self.plan = plan
    self.overlays = overlays
  }

  /// Returns the zoom of the tiles from which the layer with the given name was read, or `nil` if the layer is not
  /// shown.
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
    return OverlayChanges(
      inserted: overlays.filter { before[$0.id] == nil },
      removed: (previous?.overlays ?? []).filter { !now.contains($0.id) },
      updated: overlays.filter { overlay in before[overlay.id].map { $0 != overlay } ?? false })
  }
}

/// The changes between the overlays in two viewports. Overlays that are not listed here are unchanged.
public struct OverlayChanges: Sendable, Hashable {
  /// The overlays to add to the map.
  public var inserted: [Overlay] = []
  /// The overlays to remove from the map, as they were in the previous viewport.
  public var removed: [Overlay] = []
  /// The new versions of overlays that are already on the map. Each one replaces the overlay with the same identity,
  /// for example because a shape's clipped features changed or because a circle now comes from a different zoom.
  public var updated: [Overlay] = []

  /// Whether there are no changes.
  public var isEmpty: Bool { inserted.isEmpty && removed.isEmpty && updated.isEmpty }
}
