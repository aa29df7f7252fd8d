/// A shape in a tile and in the one above it, in units of the finer tile.
struct ShapePair {
  let id: UInt64
  let fine: Outline
  let coarse: Outline

  /// The radius in which shapes must be plain to be judged.
  static let plainRadius = 6.0

  /// The number of positions that it has in both tiles.
  var positionCount: Int { fine.indices.count + coarse.indices.count }

  /// Whether the coarser shape is plain at one of its positions.
  func isPlain(_ position: Int) -> Bool { coarse.isPlain(coarse[position], radius: Self.plainRadius) }
}

/// The lines and polygons that a tile and the one above it both have once, ascending by id.
struct ShapePairs {
  let all: [ShapePair]

  /// Pairs shapes by their ids; positions of the coarser ones are doubled, and moved by an offset. O(shapes).
  init(_ fine: TileShapes, _ coarse: TileShapes, offset: SIMD2<Double>) {
    var all: [ShapePair] = []
    all.reserveCapacity(min(fine.ids.count, coarse.ids.count))
    var partner = 0
    for (shape, id) in fine.ids.enumerated() {
      while partner < coarse.ids.count, coarse.ids[partner] < id { partner += 1 }
      guard partner < coarse.ids.count else { break }
      guard coarse.ids[partner] == id, coarse.areClosed[partner] == fine.areClosed[shape] else { continue }
      all.append(
        ShapePair(
          id: id, fine: Outline(fine, shape), coarse: Outline(coarse, partner, times: 2, minus: offset)))
    }
    self.all = all
  }
}
