import OvertileClustering

/// The roots of a task, and the points of its tiles, by which a missing task is noticed.
struct SubtreeOutcome: Sendable {
  /// The roots.
  var subtrees: ShardSubtrees
  /// The points in the tiles.
  var points: Int

  /// The outcome of a task.
  init(_ subtrees: ShardSubtrees, points: Int) { (self.subtrees, self.points) = (subtrees, points) }

  /// The bytes of all columns, about.
  var byteCount: Int {
    let rootBytes = 8 + 8 + 4 + 4 * 4
    let clusterBytes = 8 + 1 + 7 * 4
    return subtrees.rootCount * rootBytes + subtrees.clusterCount * clusterBytes + subtrees.children.count * 4 + 256
  }

  /// Writes all columns.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(points)
    encoder.add(subtrees.pointCount)
    encoder.add(subtrees.completeZoom)
    encoder.add(subtrees.unfinishedCount)
    encoder.add(subtrees.rootKeys)
    encoder.add(subtrees.rootNumbers)
    for column in [subtrees.rootItems, subtrees.rootBounds] { encoder.add(column) }
    encoder.add(subtrees.ids)
    encoder.add(subtrees.zooms)
    for column in [subtrees.x, subtrees.y, subtrees.roots, subtrees.firstPoints, subtrees.counts] {
      encoder.add(column)
    }
    for column in [subtrees.centers, subtrees.childEnds, subtrees.children] { encoder.add(column) }
  }

  /// Reads roots, and checks that their columns agree.
  init(_ decoder: inout PartDecoder) throws {
    self.init(ShardSubtrees(), points: try decoder.int())
    subtrees.pointCount = try decoder.int()
    subtrees.completeZoom = try decoder.int()
    subtrees.unfinishedCount = try decoder.int()
    (subtrees.rootKeys, subtrees.rootNumbers) = (try decoder.longWords(), try decoder.longWords())
    (subtrees.rootItems, subtrees.rootBounds) = (try decoder.words(), try decoder.words())
    subtrees.ids = try decoder.longWords()
    subtrees.zooms = try decoder.byteColumn()
    (subtrees.x, subtrees.y, subtrees.roots) = (try decoder.words(), try decoder.words(), try decoder.words())
    (subtrees.firstPoints, subtrees.counts) = (try decoder.words(), try decoder.words())
    (subtrees.centers, subtrees.childEnds) = (try decoder.words(), try decoder.words())
    subtrees.children = try decoder.words()
    try subtrees.validate()
  }
}

extension PartClustering {
  /// Writes the roots of a task's tiles, with what is shown of their points.
  ///
  /// - Parameter own: the points that were handed to the task, and their overlays.
  func writeRoots(
    _ region: ShardRegion, layer: Int, _ own: RegionNodes, _ overlays: ClusterOverlays, zooms: ClosedRange<Int>,
    to writer: PartWriter
  ) throws {
    guard let facts = overlays.tagFacts else { return }
    func section(_ kind: PartSection.Kind) -> PartSection { .shard(kind, layer: layer, level: level, region.tiles[0]) }
    // One after the other: each has as many bytes as the points.
    let leaves = try writeSubtrees(region, own, overlays) { try writer.append(section(.subtrees), $0) }
    do {
      let shown = try SubtreeLeaves(overlays, own.rows, leaves: leaves, facts, zooms: zooms, in: region)
      try writer.append(section(.leaves), head: shown.head, body: shown.bytes)
    }
    let leafPoints = overlays.hierarchy.leaves
    let points = leaves.joined().map { Int(leafPoints[$0]) }
    let numbers = points.map { own.nodes.points[$0] }
    var encoder = PartEncoder(capacity: numbers.count * 8 + 16)
    encoder.add(numbers)
    try writer.append(section(.numbers), encoder.bytes)
    guard case .cluster(let cluster) = configuration.layers[layer].kind, !cluster.aggregates.isEmpty else { return }
    encoder = PartEncoder()
    SubtreeAggregates(
      cluster.aggregates, own.rows, pointRows: points.map { own.items[$0] }, points: points, of: own.nodes
    ).encode(&encoder)
    try writer.append(section(.aggregated), encoder.bytes)
  }

  /// Writes the roots and their clusters, and returns per root its leaves.
  private func writeSubtrees(
    _ region: ShardRegion, _ own: RegionNodes, _ overlays: ClusterOverlays, _ append: ([UInt8]) throws -> Void
  ) throws -> [Range<Int>] {
    let (subtrees, leaves) = ShardSubtrees.roots(
      of: overlays.hierarchy, in: region, ids: overlays.clusterIDs, points: own.nodes)
    let outcome = SubtreeOutcome(subtrees, points: own.nodes.points(in: region))
    var encoder = PartEncoder(capacity: outcome.byteCount)
    outcome.encode(&encoder)
    try append(encoder.bytes)
    return leaves
  }
}
