import OvertileBundleFormat
import OvertileClustering
import OvertileConfiguration
import OvertileCore
import OvertileReading
import OvertileShapes
import OvertileTileArchive

/// From the rows of a cluster layer to its overlays: canonical order, clusters, ids, aggregates.
struct ClusterLayerBuilder {
  let layer: LayerConfiguration
  let cluster: ClusterLayer
  let grid: TileGrid
  let work: OrderedParallelMap

  /// Builds the overlays; consumes the columns of the rows on the way. O(points log points).
  func build(_ rows: inout LayerRows) throws -> BuiltLayer {
    guard rows.pointX.count <= NodeColumns.maximumCount else {
      throw PipelineError.unavailable(
        "layer \"\(layer.name.value)\" has \(rows.pointX.count) points, but a layer of clusters can have at most "
          + "\(NodeColumns.maximumCount)")
    }
    let bounds = WorldBounds(x: rows.pointX, y: rows.pointY)
    var items = CanonicalItems(rows, itemRows: rows.pointRows, dropsRepeats: layer.duplicates == .drop)
    let count = rows.count - items.droppedRows.count
    (rows.keys, rows.contents, rows.pointRows) = ([], [], [])
    // Beside the clusters, on another thread; under a bound before them, since it uses memory of its own.
    let identifying = SideTask(work.pool) { [keys = items.keys, ownIDs = items.ownIDs] in
      FeatureIdentities(stableKeys: keys) { ownIDs[$0] }
    }
    if work.memory.bound != nil { identifying.wait() }
    let weights: Column<UInt64>? = cluster.weight == nil ? nil : items.rows.map { rows.weights[Int($0)] }
    let groups = groups(&rows, items.rows)
    let hierarchy = try hierarchy(&items, &rows, weights, groups)
    work.memory.giveBackBetweenSteps()
    let identities = try identifying.value()
    let recording = SideTask(work.pool) { [keys = items.keys] in
      ClusterRecords(hierarchy, ids: hierarchy.clusterIDs(stableKeys: keys))
    }
    if work.memory.bound != nil { recording.wait() }
    let left = try clustersLeft(in: hierarchy, groups: groups, weights)
    // These names are reserved on points, too: a map tells clusters from points by them.
    var tags = FeatureTags(
      rows, ExtraColumns(layer), items: items.rows, ids: identities.ids, reserved: TileProperty.ofClusters.keys)
    let keys = ClusterKeys(&tags.properties.keys)
    let aggregates = ClusterAggregates(
      cluster.aggregates, values: rows.extras, rows: items.rows, weights: weights, of: hierarchy,
      properties: &tags.properties)
    let fields = tags.fields(items: items.rows, ids: identities.ids)
    var manifest = manifest(fields, aggregates, hasClusters: hierarchy.clusterCount > 0)
    manifest.features = count
    manifest.bounds = bounds?.degrees
    // Given back before the rows are put into another order, so that they are not in memory twice for long.
    rows.properties = LayerProperties()
    let leaves = try LeafColumns(hierarchy, ids: identities.ids, rows: items.rows, tags: &tags, work)
    let overlays = ClusterOverlays(
      manifest: manifest, hierarchy: hierarchy, leaves: leaves, records: try recording.value(), tags: tags, keys: keys,
      aggregates: aggregates, grid: grid)
    var built = BuiltLayer(overlays, of: items, identities)
    built.diagnostics = aggregates.diagnostics(of: layer.name.value) + left
    return built
  }

  /// The clusters of the points of rows, which stay unchanged.
  func hierarchy(copying rows: LayerRows) throws -> ClusterHierarchy {
    var rows = rows
    var items = CanonicalItems(rows, itemRows: rows.pointRows, dropsRepeats: layer.duplicates == .drop)
    let weights: Column<UInt64>? = cluster.weight == nil ? nil : items.rows.map { rows.weights[Int($0)] }
    let groups = groups(&rows, items.rows)
    return try hierarchy(&items, &rows, weights, groups)
  }

  private func hierarchy(
    _ items: inout CanonicalItems, _ rows: inout LayerRows, _ weights: Column<UInt64>?, _ groups: Column<UInt32>?
  ) throws -> ClusterHierarchy {
    // Each thread has memory of its own.
    let threads = work.memory.bound == nil ? work.threads : 1
    // The points in canonical order, removed from the rows.
    let x = items.sources.map { rows.pointX[Int($0)] }
    rows.pointX = []
    let y = items.sources.map { rows.pointY[Int($0)] }
    (rows.pointY, items.sources) = ([], [])
    return try cluster.options.hierarchy(
      x: consume x, y: consume y, weights: weights, groups: groups, threads: threads, checkCancellation: work.check)
  }

  /// Per point: the number of the value that the points of its cluster share; nil if all points cluster together. Numbers
  /// that are equal, such as 1 and 1.0, become one value in the rows.
  func groups(_ rows: inout LayerRows, _ items: Column<UInt32>) -> Column<UInt32>? {
    guard cluster.by != nil, let column = cluster.aggregates.indices.last else { return nil }
    var values = rows.properties.values
    rows.extras[column] = rows.extras[column].map { index in
      switch index == LayerRows.noValue ? nil : values.kind(index) {
      case .json where layer.properties.dropsNested: return LayerRows.noValue
      case .double:
        guard let whole = values.value(index).number.flatMap(Int64.init(exactly:)) else { return index }
        return values.intern(.int(whole))
      default: return index
      }
    }
    rows.properties.values = values
    return items.map { rows.extras[column][Int($0)] }
  }

  private func manifest(
    _ fields: NamedValues<String>, _ aggregates: ClusterAggregates, hasClusters: Bool
  ) -> BundleManifest.Layer {
    var manifest = BundleManifest.Layer(
      id: layer.name.value, kind: .cluster, zooms: layer.zooms)
    manifest.description = layer.summary
    manifest.fields = fields
    if hasClusters {
      let own = TileProperty.ofClusters.merging(aggregates.fields) { _, aggregate in aggregate }
      manifest.fields.merge(own) { a, b in a == b ? a : FieldType.string.rawValue }
    }
    let records = cluster.aggregates.map { BundleManifest.Aggregate($0, layer.properties) }
    if !records.isEmpty { manifest.aggregates = records }
    return manifest
  }
}
