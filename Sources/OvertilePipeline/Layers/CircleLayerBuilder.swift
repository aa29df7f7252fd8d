import MapMath
import OvertileBundleFormat
import OvertileCircles
import OvertileClustering
import OvertileConfiguration
import OvertileFeatures

/// From the rows of a circle layer to its overlays: canonical order, ids, circles, classes.
struct CircleLayerBuilder {
  let layer: LayerConfiguration
  let options: CircleLayer
  let grid: TileGrid
  let work: OrderedParallelMap

  /// Builds the overlays; consumes the columns of the rows on the way. O(circles log circles).
  func build(_ rows: inout LayerRows) throws -> BuiltLayer {
    let items = CanonicalItems(rows, itemRows: rows.pointRows)
    (rows.keys, rows.contents) = ([], [])
    let identities = FeatureIdentities(stableKeys: items.keys) { items.ownIDs[$0] }
    var tags = FeatureTags(
      rows, try ExtraColumns(layer), items: items.rows, ids: identities.ids, reserved: ownFields.keys)
    var properties = tags.properties
    let keys = CircleKeys(&properties.keys)
    let classes = self.classes(items, rows, tags.names, &properties)
    tags = tags.with(properties)
    let circles = try circles(items, rows)
    let overlays = CircleOverlays(
      name: layer.name.value, zooms: layer.zooms, manifest: try manifest(rows, tags, circles), circles: circles,
      ids: identities.ids, rows: items.rows, classes: classes, tags: tags, keys: keys, options: options,
      visibility: try options.visibility(), pulse: try options.pulseEnvelope(), grid: grid, work: work)
    return BuiltLayer(
      overlays: overlays, duplicateRows: identities.duplicates.map { items.rows[$0] } + items.duplicateRows,
      featureDigest: items.digest)
  }

  /// The circles in canonical order, once or per zoom.
  private func circles(_ items: CanonicalItems, _ rows: LayerRows) throws -> [[Circle]] {
    let circles = CircleRows(rows, options)
    return try (0..<circles.radiiPerRow).map { index in
      try items.sources.map { try circles.circle(ofPoint: Int($0), radius: index) }
    }
  }

  /// The names and types that the layer writes itself.
  private var ownFields: NamedValues<String> {
    var fields = hasOwnFeatures ? CircleKeys.fields(hasPulse: options.pulse != nil) : [:]
    if options.dissolve != .none { fields.merge(TileProperty.ofDissolvedCircles) { own, _ in own } }
    return fields
  }

  private func classes(
    _ items: CanonicalItems, _ rows: LayerRows, _ names: TileNames, _ properties: inout LayerProperties
  ) -> CircleClasses? {
    switch options.dissolve {
    case .none: return nil
    case .all: return CircleClasses(circleCount: items.count)
    case .byProperty(let name):
      return CircleClasses(
        values: items.rows.map { rows.extras[0][Int($0)] }, of: names.name(of: name), in: &properties)
    }
  }

  /// Whether circles are written as features of their own, and not only as part of a dissolved shape.
  private var hasOwnFeatures: Bool {
    options.dissolve == .none || options.draw.contains(.center) || options.dotBelowPixels != nil
  }

  private func manifest(_ rows: LayerRows, _ tags: FeatureTags, _ circles: [[Circle]]) throws -> BundleManifest.Layer {
    var manifest = BundleManifest.Layer(
      id: layer.name.value, kind: .circle, zooms: layer.zooms)
    manifest.description = layer.summary
    manifest.features = rows.count
    manifest.fields = try (hasOwnFeatures ? tags.fields() : [:]).merging(ownFields) { _, own in own }
    if case .byProperty(let name) = options.dissolve, manifest.fields[tags.names.name(of: name)] == nil {
      manifest.fields[tags.names.name(of: name)] = FeatureTags.field(of: rows.extras[0], in: rows.properties.values)
    }
    manifest.bounds = bounds(rows, circles)?.degrees
    manifest.pulse = options.pulse.map {
      BundleManifest.Pulse(
        scale: [$0.scaleFrom, $0.scaleTo], opacity: [$0.opacityFrom, $0.opacityTo], seconds: $0.durationSeconds)
    }
    manifest.circle = rules(tags.names)
    return manifest
  }

  /// The data with which an app draws a circle whole, in place of the clipped features in tiles.
  private func rules(_ names: TileNames) -> BundleManifest.CircleRules {
    let model: CircleModelName =
      switch options.circleModel {
      case .mapkit: .mapkit
      case .geodesic: .geodesic
      case .pixels: .pixels
      }
    var rules = BundleManifest.CircleRules(
      model: model.rawValue, tileSizePixels: options.tileSizePixels, chordErrorPixels: options.chordErrorPixels)
    let parts: [(CircleLayer.Draw, CirclePart)] = [(.center, .center), (.ring, .ring)]
    rules.draw = parts.filter { options.draw.contains($0.0) }.map(\.1.rawValue)
    switch options.dissolve {
    case .none: break
    case .all: rules.dissolve = CircleDissolving.all.rawValue
    case .byProperty(let name):
      rules.dissolve = CircleDissolving.byProperty.rawValue
      rules.dissolveProperty = names.name(of: name)
    }
    rules.hideBelowZoom = options.hide.belowZoom
    rules.hideBelowPixels = options.hide.belowSizePixels
    rules.hideAbovePixels = options.hide.aboveSizePixels
    rules.dotBelowPixels = options.dotBelowPixels
    return rules
  }

  /// The box of everything that is drawn at any zoom: outlines if the layer has them, else centers.
  private func bounds(_ rows: LayerRows, _ circles: [[Circle]]) -> WorldBox? {
    var box = WorldBox(x: rows.pointX, y: rows.pointY)
    guard options.draw.contains(.ring) else { return box }
    for (index, list) in circles.enumerated() {
      // Circles in pixels cover the most meters at the lowest zoom.
      for circle in list { box?.extend(to: circle.boundingMapRect(zoom: layer.zooms.lowerBound + index)) }
    }
    return box
  }
}
