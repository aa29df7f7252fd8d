import OvertileClustering

/// The roots of a task, and the points of its tiles, by which a missing task is noticed.
struct SubtreeOutcome: Sendable {
  /// The roots.
  var subtrees: ShardSubtrees
  /// The points in the tiles.
  var points: Int

  /// The outcome of a task.
  init(_ subtrees: ShardSubtrees, points: Int) { (self.subtrees, self.points) = (subtrees, points) }

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
    let hierarchy = overlays.hierarchy
    let (subtrees, leaves) = ShardSubtrees.roots(
      of: hierarchy, in: region, ids: overlays.clusterIDs, points: own.nodes)
    guard let facts = overlays.tagFacts else { return }
    var roots = PartEncoder()
    SubtreeOutcome(subtrees, points: own.nodes.points(in: region)).encode(&roots)
    try writer.append(.shard(.subtrees, layer: layer, level: level, region.tiles[0]), roots.bytes)
    var shown = PartEncoder()
    try SubtreeLeaves(overlays, own.rows, leaves: leaves, facts, zooms: zooms, in: region).encode(&shown)
    try writer.append(.shard(.leaves, layer: layer, level: level, region.tiles[0]), shown.bytes)
    var numbers = PartEncoder()
    let points = hierarchy.leaves
    numbers.add(leaves.joined().map { own.nodes.points[Int(points[$0])] })
    try writer.append(.shard(.numbers, layer: layer, level: level, region.tiles[0]), numbers.bytes)
  }
}
