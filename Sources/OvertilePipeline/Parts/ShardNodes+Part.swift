import OvertileClustering

extension ShardNodes {
  /// Writes all columns.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(keys)
    encoder.add(contents)
    encoder.add(points)
    encoder.add(x)
    encoder.add(y)
    encoder.add(counts)
    encoder.add(optional: weights) { $0.add($1) }
  }

  /// Reads nodes; `validate` checks the rest, once they are sorted.
  init(_ decoder: inout PartDecoder) throws {
    self.init()
    keys = try decoder.longWords()
    contents = try decoder.longWords()
    points = try decoder.longWords()
    x = try decoder.words()
    y = try decoder.words()
    counts = try decoder.words()
    weights = try decoder.optional { try $0.longWords() }
    let lengths = [keys.count, contents.count, x.count, y.count, counts.count, weights?.count ?? count]
    guard lengths.allSatisfy({ $0 == count }) else { throw PartFault("the columns of nodes differ in length") }
  }
}

/// The clusters that a task made, and the points of its tile, by which a missing task is noticed.
struct ShardOutcome: Sendable {
  /// The clusters.
  var clusters: ShardClusters
  /// The points in the nodes that lay in the tile.
  var points: Int

  /// The outcome of a task.
  init(_ clusters: ShardClusters, points: Int) { (self.clusters, self.points) = (clusters, points) }

  /// Writes all columns.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(points)
    encoder.add(clusters.zooms)
    encoder.add(clusters.centers)
    encoder.add(clusters.x)
    encoder.add(clusters.y)
    encoder.add(clusters.memberEnds)
    encoder.add(clusters.members)
    encoder.add(clusters.unfinishedCount)
  }

  /// Reads clusters, and checks that their columns agree.
  init(_ decoder: inout PartDecoder) throws {
    self.init(ShardClusters(), points: try decoder.int())
    clusters.zooms = try decoder.byteColumn()
    clusters.centers = try decoder.longWords()
    clusters.x = try decoder.words()
    clusters.y = try decoder.words()
    clusters.memberEnds = try decoder.words()
    clusters.members = try decoder.longWords()
    clusters.unfinishedCount = try decoder.int()
    try clusters.validate()
  }
}
