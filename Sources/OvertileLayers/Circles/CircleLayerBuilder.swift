import OvertileBundleFormat
import OvertileCircles
import OvertileClustering
import OvertileConfiguration
import OvertileCore
import OvertileReading
import OvertileShapes

/// From the rows of a circle layer to its overlays: canonical order, ids, circles, classes.
struct CircleLayerBuilder {
  let layer: LayerConfiguration
  let options: CircleLayer
  let grid: TileGrid
  let work: OrderedParallelMap

  /// Builds the overlays; consumes the columns of the rows on the way. O(circles log circles).
  func build(_ rows: inout LayerRows) throws -> BuiltLayer {
    let items = CanonicalItems(rows, itemRows: rows.pointRows, dropsRepeats: layer.duplicates == .drop)
    (rows.keys, rows.contents) = ([], [])
    let identities = FeatureIdentities(stableKeys: items.keys) { items.ownIDs[$0] }
    var tags = FeatureTags(
      rows, ExtraColumns(layer), items: items.rows, ids: identities.ids, reserved: ownFields.keys)
    let keys = CircleKeys(&tags.properties.keys, options.pulse)
    let classes = self.classes(items, rows, tags.names, &tags.properties)
    let circles = CircleRows(rows, options)
    // In canonical order, once or per zoom.
    let ordered = try (0..<circles.radiiPerRow).map { index in
      try items.sources.map { try circles.circle(ofPoint: Int($0), radius: index) }
    }
    var overlays = CircleOverlays(
      manifest: manifest(tags.names), circles: ordered, ids: identities.ids, rows: items.rows, classes: classes,
      tags: tags, keys: keys, options: options, grid: grid, work: work)
    overlays.neverShown = overlays.unshown(sources: items.sources)
    describe(&overlays, rows, items)
    return BuiltLayer(overlays, of: items, identities)
  }

  /// The names and types that the layer writes itself.
  private var ownFields: NamedValues<String> {
    var fields = hasOwnFeatures ? TileProperty.ofCircles : [:]
    if hasOwnFeatures, options.pulse != nil { fields.merge(TileProperty.ofPulses) { own, _ in own } }
    if options.dissolves { fields.merge(TileProperty.ofDissolvedCircles) { own, _ in own } }
    return fields
  }

  private func classes(
    _ items: CanonicalItems, _ rows: LayerRows, _ names: TileNames, _ properties: inout LayerProperties
  ) -> CircleClasses? {
    guard options.dissolves else { return nil }
    guard let name = options.rules.dissolveProperty else {
      let values = Column(repeating: LayerRows.noValue, count: items.count)
      return CircleClasses(values: values, of: nil, in: &properties)
    }
    return CircleClasses(values: items.rows.map { rows.extras[0][Int($0)] }, of: names.name(of: name), in: &properties)
  }

  /// Whether circles are written as features of their own, and not only as part of a dissolved shape.
  private var hasOwnFeatures: Bool {
    !options.dissolves || options.rules.draws(.center) || options.rules.dotBelowPixels != nil
  }

  /// The layer's entry in the manifest, without what depends on its features.
  private func manifest(_ names: TileNames) -> BundleManifest.Layer {
    var manifest = BundleManifest.Layer(
      id: layer.name.value, kind: .circle, zooms: layer.zooms)
    manifest.description = layer.summary
    (manifest.circle, manifest.pulse) = (options.rules, options.pulse)
    manifest.circle?.dissolveProperty = options.rules.dissolveProperty.map(names.name(of:))
    return manifest
  }

  /// Completes the manifest by the features that some zoom shows.
  private func describe(_ overlays: inout CircleOverlays, _ rows: LayerRows, _ items: CanonicalItems) {
    let (tags, hidden) = (overlays.tags, overlays.neverShown.rows)
    var manifest = overlays.manifest
    manifest.features = rows.count - items.droppedRows.count - hidden.count
    let own = hasOwnFeatures ? tags.fields(without: hidden, items: overlays.rows, ids: overlays.ids) : [:]
    manifest.fields = own.merging(ownFields) { _, own in own }
    if let name = options.rules.dissolveProperty, manifest.fields[tags.names.name(of: name)] == nil {
      let left = Set(hidden)
      let shown = Column(overlays.rows.lazy.filter { !left.contains($0) }.map { rows.extras[0][Int($0)] })
      manifest.fields[tags.names.name(of: name)] = FeatureTags.field(of: shown, in: rows.properties.values)
    }
    manifest.bounds = bounds(overlays, rows, sources: items.sources)?.degrees
    overlays.manifest = manifest
  }

  /// The box of everything that is drawn at any zoom, with the pulse at its largest scale: that of the tiles that hold circles.
  private func bounds(_ overlays: CircleOverlays, _ rows: LayerRows, sources: Column<UInt32>) -> WorldBounds? {
    let shown = sources.indices.filter { overlays.neverShown.shows(source: sources[$0]) }
    let points = shown.lazy.map { Int(sources[$0]) }
    var box = WorldBounds(x: Column(points.map { rows.pointX[$0] }), y: Column(points.map { rows.pointY[$0] }))
    for (number, circles) in overlays.circles.enumerated() {
      // Circles in pixels cover the most meters at the lowest zoom.
      let zoom = layer.zooms.lowerBound + number
      for index in shown {
        box?.extend(to: circles[index].boundingMapRect(zoom: zoom, scale: overlays.envelopeScale))
      }
    }
    return box
  }
}
