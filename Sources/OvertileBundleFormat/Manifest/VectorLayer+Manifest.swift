import OvertileTileArchive

extension VectorLayer {
  /// A layer as a manifest describes it.
  package init(_ layer: BundleManifest.Layer) {
    self.init(
      id: layer.id, fields: layer.fields.compactMapValues(FieldType.init(rawValue:)), minZoom: layer.minzoom,
      maxZoom: layer.maxzoom, description: layer.description)
  }

  /// The layer at some zooms; nil if it is at none of them.
  package func clamped(to zooms: ClosedRange<Int>) -> VectorLayer? {
    guard minZoom <= zooms.upperBound, maxZoom >= zooms.lowerBound else { return nil }
    var layer = self
    (layer.minZoom, layer.maxZoom) = (max(minZoom, zooms.lowerBound), min(maxZoom, zooms.upperBound))
    return layer
  }
}
