import MapMath
import OvertileBundleFormat
import OvertileClustering
import OvertileConfiguration
import OvertileExecution
import OvertileTileArchive

/// A layer of clusters that is joined from the roots of tasks, and not made of points; see `ShardSubtrees`.
///
/// A task knows the id of a feature or cluster unless another has the same, and the names of properties as far as it has seen
/// them. A layer is joined if all tasks were right, and if nothing is said of it that needs single points.
struct JoinedLayer: Sendable {
  /// The overlays.
  let overlays: JoinedOverlays
  /// The extent of the features.
  let extent: WorldExtent
  /// Whether they are in plausible positions.
  let positions: LayerSurvey
  /// The digest of the layer's features, whatever their order.
  let featureDigest: String
  /// The warnings about its aggregates.
  let diagnostics: [Diagnostic]
  /// Nodes that could still have become clusters.
  let unfinishedCount: Int

  /// Joins a layer; nil if it must be made of its points. O(points), in their order.
  ///
  /// - Parameters:
  ///   - rows: the digests of its rows.
  ///   - points: the number of its points.
  ///   - drawn: the zooms that tasks have drawn.
  ///   - threads: the most threads.
  /// - Throws: `PipelineError` if tasks are missing, or contradict one another.
  init?(
    _ layer: LayerConfiguration, _ options: ClusterOptions, _ rows: LayerRows, points: Int, _ parts: PartFolder,
    index: Int, levels: Int, drawn: ClosedRange<Int>, grid: TileGrid, threads: Int
  ) throws {
    let name = layer.name.value
    guard points > 0, rows.keys.count == points, case .cluster(let cluster) = layer.kind else { return nil }
    let aggregateCount = cluster.aggregates.count
    let (keys, contents) = (rows.keys, rows.contents)
    let (digest, read) = ConcurrentParts.both(threads: threads) {
      CanonicalItems.digest(keys: keys, contents: contents)
    } _: {
      Result { try Self.tasks(parts, index: index, levels: levels, points: points, aggregateCount, layer: name) }
    }
    guard let digest else { return nil }
    let (tasks, clusters, found) = try read.get()
    guard tasks.allSatisfy({ $0.leaves.zooms.count == drawn.count }), let survey = found else { return nil }
    let roots = try JoinedRoots(
      tasks, clusters, zooms: options.zooms.lowerBound...drawn.lowerBound - 1, layer: name)
    let rootKeys = roots.order.map { tasks[$0.task].subtrees.rootKeys[$0.root] }
    let lowerIDs = roots.hierarchy.presumedClusterIDs(stableKeys: rootKeys)
    guard let joined = JoinedClusters(lower: lowerIDs, tasks: tasks.map(\.subtrees.ids)),
      let shown = try JoinedProperties(roots, layer, aggregates: cluster.aggregates)
    else { return nil }
    var manifest = BundleManifest.Layer(id: name, kind: .cluster, zooms: layer.zooms)
    manifest.description = layer.summary
    manifest.fields = shown.fields
    if joined.count > 0 {
      let own = TileProperty.ofClusters.merging(shown.aggregates.results.fields) { _, aggregate in aggregate }
      manifest.fields.merge(own) { a, b in a == b ? a : FieldType.string.rawValue }
    }
    let aggregates = cluster.aggregates.map { BundleManifest.Aggregate($0, layer.properties) }
    if !aggregates.isEmpty { manifest.aggregates = aggregates }
    diagnostics = shown.aggregates.results.diagnostics(of: name)
    (manifest.features, manifest.bounds) = (points, survey.box.degrees)
    let (records, loneRows) = Self.shownNodes(roots, lowerIDs: lowerIDs, rows: shown.rows)
    overlays = JoinedOverlays(
      name: name, zooms: layer.zooms, manifest: manifest, roots: roots, joined: joined, shown: shown, records: records,
      rows: loneRows, counted: Self.counts(tasks.map(\.leaves.zooms), drawn, points: points), drawn: drawn,
      lastClustered: options.zooms.upperBound, grid: grid)
    (extent, positions, featureDigest) = (survey.extent, survey.positions, digest)
    unfinishedCount =
      tasks.reduce(0) { $0 + $1.subtrees.unfinishedCount } + clusters.reduce(0) { $0 + $1.unfinishedCount }
  }

  /// What tasks have handed over, and a survey of all points; nil if something is odd.
  private static func tasks(
    _ parts: PartFolder, index: Int, levels: Int, points: Int, _ aggregateCount: Int, layer: String
  ) throws -> ([JoinedRoots.Task], [ShardClusters], PointSurvey?) {
    let handed = try parts.roots(ofLayer: index, levels: levels, points: points, aggregateCount: aggregateCount)
    let tasks = handed.roots.map { JoinedRoots.Task($0.subtrees, $0.leaves, $0.aggregated) }
    let found = tasks.reduce(0) { $0 + $1.subtrees.pointCount }
    guard found == points else {
      throw PipelineError.inputOutput(
        "tasks have handed over \(found) of \(points) points of layer \"\(layer)\": a task is missing")
    }
    return (tasks, handed.clusters, PointSurvey(tasks.map(\.leaves)))
  }

  /// Per node of the roots' hierarchy: its numbers; and per root: its row if it is a point.
  private static func shownNodes(
    _ roots: JoinedRoots, lowerIDs: [UInt64], rows: [UInt32]
  ) -> ([ClusterRecords.Record], rows: [UInt32]) {
    let hierarchy = roots.hierarchy
    var (records, loneRows, next): ([ClusterRecords.Record], [UInt32], Int) = ([], [], 0)
    records.reserveCapacity(hierarchy.nodeCount)
    for (rank, found) in roots.order.enumerated() {
      let task = roots.tasks[found.task]
      let cluster = task.cluster(ofRoot: found.root)
      loneRows.append(cluster == nil ? rows[next] : LayerRows.noValue)
      if cluster == nil { next += 1 }
      records.append(
        ClusterRecords.Record(
          id: cluster.map { task.subtrees.ids[$0] }
            ?? task.leaves.point(Int(task.subtrees.rootItems[found.root])).id,
          bounds: task.subtrees.bounds(ofRoot: found.root), x: hierarchy.x[rank], y: hierarchy.y[rank],
          count: hierarchy.counts[rank], ordinal: 0, expansionZoom: cluster.map { task.subtrees.zooms[$0] + 1 } ?? 0))
    }
    for (ordinal, node) in hierarchy.clusters.enumerated() {
      records.append(
        ClusterRecords.Record(
          id: lowerIDs[ordinal], bounds: hierarchy.bounds(of: node), x: hierarchy.x[node], y: hierarchy.y[node],
          count: hierarchy.counts[node], ordinal: 0,
          expansionZoom: UInt8(truncatingIfNeeded: hierarchy.expansionZoom(ofCluster: node))))
    }
    return (records, loneRows)
  }

  /// The numbers of the zooms that tasks have drawn.
  private static func counts(
    _ tasks: [[SubtreeLeaves.ZoomNumbers]], _ drawn: ClosedRange<Int>, points: Int
  ) -> [ClusterCounts] {
    drawn.enumerated().map { index, zoom in
      let own = tasks.map { $0[index] }
      var items = BuildReport.ZoomCounts(zoom: zoom)
      (items.merged, items.shown) = (own.reduce(0) { $0 + $1.merged }, own.reduce(0) { $0 + $1.shown })
      let counts = BundleManifest.ZoomCounts(
        zoom: zoom, overlays: own.reduce(0) { $0 + $1.overlays }, points: points, hidden: 0,
        entries: own.reduce(0) { $0 + $1.entries })
      return ClusterCounts(counts: counts, itemCounts: items)
    }
  }
}

/// A survey of all points of a layer whose ids differ.
private struct PointSurvey: Sendable {
  var extent = WorldExtent()
  let box: WorldBox
  let positions: LayerSurvey

  /// Surveys the points of all tasks; nil if ids repeat, about which there is more to say. Expected O(points).
  init?(_ tasks: [SubtreeLeaves]) {
    var columns: [[UInt64]] = []
    var (west, north, east, south) = (UInt32.max, UInt32.max, UInt32.min, UInt32.min)
    let origin = WorldPoint(Coordinate(latitude: 0, longitude: 0))
    var (extent, atOrigin) = (WorldExtent(), 0)
    for leaves in tasks {
      var ids: [UInt64] = []
      ids.reserveCapacity(leaves.pointCount)
      leaves.forEachPoint(0..<leaves.pointCount) { id, x, y in
        ids.append(id)
        extent.add(x: x, y: y)
        (west, east, north, south) = (min(west, x), max(east, x), min(north, y), max(south, y))
        if x == origin.x, y == origin.y { atOrigin += 1 }
      }
      columns.append(ids)
    }
    guard FeatureIdentities.areDistinct(columns) else { return nil }
    box = WorldBox(west: west, north: north, east: east, south: south)
    positions = LayerSurvey(
      points: columns.reduce(0) { $0 + $1.count }, atNullIsland: atOrigin,
      spot: west == east && north == south ? WorldPoint(x: west, y: north) : nil)
    self.extent = extent
  }
}
