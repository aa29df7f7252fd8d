import OvertileClustering

/// The cells for which a task has sent nodes, and the points in them: by it a task of the next step knows that nothing is missing.
struct SentNodes: Sendable {
  /// Per cell and layer: the layer.
  private(set) var layers: [UInt32] = []
  /// Per cell and layer: the cell.
  private(set) var cells: [ShardTile] = []
  /// Per cell and layer: the points in its nodes.
  private(set) var points: [UInt64] = []

  /// No nodes.
  init() {}

  /// Adds a cell of a layer.
  mutating func add(layer: Int, _ cell: ShardTile, points: UInt64) {
    layers.append(UInt32(truncatingIfNeeded: layer))
    cells.append(cell)
    self.points.append(points)
  }

  /// Writes all columns.
  func encode(_ encoder: inout PartEncoder) {
    encoder.add(layers)
    encoder.add(cells.map(\.packed))
    encoder.add(points)
  }

  /// Reads columns.
  init(_ decoder: inout PartDecoder) throws {
    layers = try decoder.words()
    cells = try decoder.longWords().map { ShardTile(packed: $0) }
    points = try decoder.longWords()
    guard cells.count == layers.count, points.count == layers.count, cells.allSatisfy(\.isInWorld),
      points.allSatisfy({ $0 < 1 << 32 })
    else { throw PartFault("the columns of sent nodes do not fit one another") }
  }
}

extension ShardTile {
  /// The tile as a number: its zoom in 8 bits, its row in 28, its column in 28.
  var packed: UInt64 { UInt64(zoom) << 56 | UInt64(row) << 28 | UInt64(column) }

  /// The tile of a number.
  init(packed number: UInt64) {
    let mask = UInt64(1 << 28 - 1)
    self.init(zoom: Int(number >> 56), column: UInt32(number & mask), row: UInt32(number >> 28 & mask))
  }

  /// Whether there is such a tile.
  var isInWorld: Bool { zoom <= 28 && UInt64(column) < 1 << UInt64(zoom) && UInt64(row) < 1 << UInt64(zoom) }
}
