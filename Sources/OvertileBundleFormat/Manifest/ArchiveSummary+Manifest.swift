import OvertileTileArchive

extension ArchiveSummary {
  /// The summary of an archive of some layers of a bundle at some zooms, by the layers' entries in the manifest.
  package init(name: String, _ layers: [BundleManifest.Layer], zooms: ClosedRange<Int>) {
    let box = DegreeBox.union(layers.compactMap(\.bounds)) ?? [-180, -85.0511287, 180, 85.0511287]
    let extent = DegreeBox(around: layers.compactMap(\.shown)) ?? DegreeBox(box)
    let center = extent?.middle ?? [0, 0]
    self.init(
      name: name, minZoom: zooms.lowerBound, maxZoom: zooms.upperBound,
      bounds: DegreeBox.bounds(box, around: center), center: center + [Double(zooms.lowerBound)])
    vectorLayers = layers.compactMap { VectorLayer($0).clamped(to: zooms) }
  }
}

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
