import Clustering
import Configuration
import Features
import MapMath
import OverlayBundle

/// From the rows of a cluster layer to its overlays: canonical order, clusters, ids, aggregates.
struct ClusterLayerBuilder {
  let layer: LayerConfiguration
  let cluster: ClusterLayer
  let grid: TileGrid

  /// Builds the overlays. O(points log points).
  func build(_ rows: LayerRows, cancellation: Cancellation) throws -> BuiltLayer {
    let items = CanonicalItems(rows, itemRows: rows.pointRows)
    let weights: [UInt64]? = cluster.weight == nil ? nil : items.rows.map { rows.weights[Int($0)] }
    let points = ClusterPoints(
      x: items.sources.map { rows.pointX[Int($0)] }, y: items.sources.map { rows.pointY[Int($0)] }, weights: weights)
    let hierarchy = try options.hierarchy(of: points, checkCancellation: cancellation.check)
    let identities = FeatureIdentities(stableKeys: items.keys, ownIDs: items.ownIDs)
    var tags = FeatureTags(rows, try ExtraColumns(layer), items: items.rows, ids: identities.ids)
    var properties = tags.properties
    let keys = ClusterKeys(&properties.keys)
    let members = rows.extras.map { column in items.rows.map { column[Int($0)] } }
    let aggregates = ClusterAggregates(
      cluster.aggregates, values: members, weights: weights, of: hierarchy, properties: &properties)
    tags = tags.with(properties)
    let overlays = ClusterOverlays(
      name: layer.name.value, zooms: layer.zooms,
      manifest: manifest(rows, tags, aggregates, hasClusters: hierarchy.clusterCount > 0), hierarchy: hierarchy,
      pointIDs: identities.ids, clusterIDs: hierarchy.clusterIDs(stableKeys: items.keys), rows: items.rows, tags: tags,
      keys: keys, aggregates: aggregates, grid: grid)
    return BuiltLayer(overlays: overlays, duplicateRows: identities.duplicates.map { items.rows[$0] })
  }

  private var options: ClusterOptions {
    ClusterOptions(
      radius: cluster.radiusPixels, tileSize: Double(cluster.tileSizePixels), minPoints: cluster.minPoints,
      zooms: layer.zooms.lowerBound...max(layer.zooms.lowerBound, cluster.maxZoom),
      position: cluster.position == .center ? .center : .centroid)
  }

  private func manifest(
    _ rows: LayerRows, _ tags: FeatureTags, _ aggregates: ClusterAggregates, hasClusters: Bool
  ) -> BundleManifest.Layer {
    var manifest = BundleManifest.Layer(
      id: layer.name.value, kind: "cluster", minzoom: layer.zooms.lowerBound, maxzoom: layer.zooms.upperBound)
    manifest.description = layer.summary
    manifest.features = rows.count
    manifest.fields = tags.fields
    if hasClusters {
      let own = ClusterKeys.fields.merging(aggregates.fields) { _, aggregate in aggregate }
      manifest.fields.merge(own) { a, b in a == b ? a : "String" }
    }
    let records = cluster.aggregates.map { BundleManifest.Aggregate($0, layer.properties) }
    if !records.isEmpty { manifest.aggregates = records }
    manifest.bounds = WorldBox(x: rows.pointX, y: rows.pointY)?.degrees
    return manifest
  }
}
