import MapMath

/// The points or shapes of a layer that tasks of other processes have cut to tiles, slice by slice.
struct SliceCuts: Sendable {
  /// A slice of the layer's features.
  struct Slice: Sendable {
    /// Its points or shapes among those of the layer's rows.
    let items: Range<Int>
    /// Its features at a zoom, whose overlays are its points or shapes from 0 on.
    let features: @Sendable (_ zoom: Int) throws -> CutFeatures
  }

  /// The slices in the order of the rows.
  let slices: [Slice]
  /// The label points, by the point or shape among those of the rows.
  let labels: [Int: WorldPoint]

  /// The label point of a shape of the rows; nil without one.
  func label(_ item: UInt32) -> WorldPoint? { labels[Int(item)] }
}

/// The overlays of a layer that tasks of other processes have cut to tiles.
struct CutsElsewhere: Sendable {
  private let cuts: SliceCuts
  /// Per point or shape of the rows: its overlay.
  private let overlays: [UInt32]

  /// Brings what was cut into the order of the layer's items; nil if nothing was.
  init?(_ cuts: SliceCuts?, _ items: CanonicalItems) {
    guard let cuts else { return nil }
    var overlays = [UInt32](repeating: 0, count: items.count)
    for (overlay, item) in items.sources.enumerated() { overlays[Int(item)] = UInt32(overlay) }
    (self.cuts, self.overlays) = (cuts, overlays)
  }

  /// All features at a zoom.
  func features(atZoom zoom: Int, _ work: OrderedParallelMap) throws -> CutFeatures {
    var all = CutFeatures(clippedFeatures: ClippedFeatures(), itemCounts: BuildReport.ZoomCounts(zoom: zoom))
    var slices = cuts.slices.makeIterator()
    try work.run(
      next: { slices.next() },
      makeWorker: {},
      work: { [overlays] (_: inout Void, slice: SliceCuts.Slice) in
        var features = try slice.features(zoom)
        features.renumber { overlays[slice.items.lowerBound + Int($0)] }
        return features
      },
      consume: { try all.append($0) })
    return all
  }
}
