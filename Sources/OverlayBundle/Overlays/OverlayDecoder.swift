import MapMath
import OvertileCore
import OvertileVectorTile

/// Turns the features of a tile into overlays, by the kinds of layers in the manifest.
///
/// Never fails: a feature that lacks what its kind promises becomes `Overlay.feature` with the reason.
struct OverlayDecoder: Sendable {
  private let layers: [String: BundleManifest.Layer]
  private let buffer: Int

  init(_ manifest: BundleManifest) {
    layers = Dictionary(manifest.layers.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    buffer = manifest.tiles.buffer
  }

  /// Adds the overlays of a tile, of some layers or of all.
  func decode(_ content: DecodedTile, of tile: TileID, layers wanted: Set<String>?, into overlays: inout OverlaySet) {
    for layer in content.layers where wanted?.contains(layer.name) ?? true {
      let entry = layers[layer.name]
      let kind = entry?.layerKind
      var found: [Overlay] = []
      found.reserveCapacity(layer.features.count)
      for (index, feature) in layer.features.enumerated() {
        let key = feature.id.map { OverlayID.Feature.id($0) } ?? .unnamed(tile: tile, index: index)
        let clippedFeature = ClippedFeature(
          tile: tile, extent: Int(layer.extent), buffer: buffer, geometry: feature.geometry)
        found.append(overlay(feature, clippedFeature, OverlayID(layer: layer.name, feature: key), kind, entry))
      }
      overlays.add(found, of: layer.name)
    }
  }

  private func overlay(
    _ feature: DecodedFeature, _ clippedFeature: ClippedFeature, _ id: OverlayID, _ kind: LayerKind?,
    _ layer: BundleManifest.Layer?
  ) -> Overlay {
    var fields = OverlayFields(feature)
    var fault: String?
    if let layer, let kind {
      do throws(OverlayFault) {
        guard id.number != nil else { throw OverlayFault(reason: "the feature has no id") }
        switch kind {
        case .cluster: return try marker(&fields, clippedFeature, id)
        case .circle: return try circle(&fields, clippedFeature, id, layer)
        case .shape: return .shape(try shape(&fields, clippedFeature, id))
        }
      } catch {
        fault = error.reason
      }
    }
    return .feature(
      FeatureOverlay(id: id, clippedFeatures: [clippedFeature], properties: fields.all, fault: fault))
  }

  private func marker(
    _ fields: inout OverlayFields, _ clippedFeature: ClippedFeature, _ id: OverlayID
  ) throws(OverlayFault) -> Overlay {
    guard clippedFeature.geometry.kind == .points, let position = clippedFeature.coordinate(at: 0) else {
      throw OverlayFault(reason: "the feature's geometry is not a point")
    }
    guard fields.value(TileProperty.cluster) == .bool(true), fields.has(TileProperty.clusterID) else {
      return .point(PointOverlay(id: id, position: position, properties: fields.rest))
    }
    fields.drop(TileProperty.cluster)
    guard UInt64(try fields.whole(TileProperty.clusterID)) == id.number else {
      throw OverlayFault(reason: "cluster_id differs from the feature's id")
    }
    let count = try fields.whole(TileProperty.pointCount)
    let abbreviated = try fields.string(TileProperty.abbreviatedCount)
    let expansion = try fields.number(TileProperty.expansionZoom, in: 0...64)
    guard let bounds = GeographicBounds(text: try fields.string(TileProperty.bounds)) else {
      throw OverlayFault(reason: "bbox must have the form [west,south,east,north]")
    }
    return .cluster(
      ClusterOverlay(
        id: id, position: position, pointCount: count, abbreviatedCount: abbreviated, expansionZoom: Int(expansion),
        bounds: bounds, aggregates: fields.rest))
  }

  private func shape(
    _ fields: inout OverlayFields, _ clippedFeature: ClippedFeature, _ id: OverlayID
  ) throws(OverlayFault) -> ShapeOverlay {
    var shape = ShapeOverlay(id: id, clippedFeatures: [clippedFeature], properties: [:])
    if fields.has(TileProperty.labelLongitude), fields.has(TileProperty.labelLatitude) {
      shape.label = Coordinate(
        latitude: try fields.number(TileProperty.labelLatitude, in: -90...90),
        longitude: try fields.number(TileProperty.labelLongitude, in: -180...180))
    }
    if fields.has(TileProperty.labelRank) {
      guard let label = clippedFeature.coordinate(at: 0), clippedFeature.geometry.kind == .points else {
        throw OverlayFault(reason: "the geometry of the label is not a point")
      }
      shape.labelRank = try fields.whole(TileProperty.labelRank)
      (shape.label, shape.clippedFeatures) = (label, [])
    }
    shape.properties = fields.rest
    return shape
  }
}
