import OvertileClustering

/// Nodes, or the rows of points, on their way to the tasks of tiles, by layer.
struct TileOutbox<Content> {
  /// By layer and tile.
  private var sent: [Int: [ShardTile: Content]] = [:]

  /// Lets a closure add to the contents for the tasks of a layer, which are in no other hands meanwhile.
  mutating func update(layer: Int, _ body: (inout [ShardTile: Content]) -> Void) {
    var own = sent.removeValue(forKey: layer) ?? [:]
    body(&own)
    sent[layer] = own
  }

  /// Writes a section for each task, by ascending layer and tile.
  ///
  /// - Parameters:
  ///   - kind: the kind of the sections.
  ///   - level: the level of the tasks.
  ///   - encode: encodes the contents for one task.
  func write(
    _ kind: PartSection.Kind, level: Int, to writer: PartWriter, _ encode: (Content, inout PartEncoder) -> Void
  ) throws {
    for (layer, tiles) in sent.sorted(by: { $0.key < $1.key }) {
      for (tile, content) in tiles.sorted(by: { $0.key < $1.key }) {
        var encoder = PartEncoder()
        encode(content, &encoder)
        try writer.append(.shard(kind, layer: layer, level: level, tile), encoder.bytes)
      }
    }
  }
}
