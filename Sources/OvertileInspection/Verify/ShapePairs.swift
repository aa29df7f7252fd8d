/// A shape in a tile and in the one above it, in units of the finer tile.
struct ShapePair {
  let id: UInt64
  let fine: Outline
  let coarse: Outline

  /// The radius in which shapes must be plain to be judged.
  static let plainRadius = 6.0

  /// Whether the coarser shape is plain at one of its positions.
  func isPlain(_ position: Int) -> Bool {
    coarse.isPlain(coarse.x[position], coarse.y[position], radius: Self.plainRadius)
  }
}

/// The lines and polygons that a tile and the one above it both have once.
struct ShapePairs {
  let all: [ShapePair]

  /// Pairs shapes by their ids; `scaled` makes the outline of a coarser one.
  init(_ fine: [ShapeInTile], _ coarse: [ShapeInTile], scaled: (ShapeInTile) -> Outline) {
    var above: [UInt64: ShapeInTile?] = [:]
    above.reserveCapacity(coarse.count)
    for shape in coarse { above.updateValue(above[shape.id] == nil ? shape : nil, forKey: shape.id) }
    var seen: Set<UInt64> = []
    seen.reserveCapacity(fine.count)
    all = fine.compactMap { shape in
      guard seen.insert(shape.id).inserted, let partner = above[shape.id] ?? nil,
        partner.geometry.kind == shape.geometry.kind
      else { return nil }
      return ShapePair(id: shape.id, fine: Outline(shape.geometry), coarse: scaled(partner))
    }
  }
}
