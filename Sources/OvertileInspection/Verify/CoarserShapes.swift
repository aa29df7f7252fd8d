import MapMath

/// The shapes of layers at a zoom, by tile, kept until the next zoom has come.
///
/// All tiles are kept as long as they fit into `mostBytes`. Then every other one is given up, by a digest of its id, so
/// that the choice depends on the tiles alone.
struct CoarserShapes: Sendable {
  /// The file of the tiles.
  let file: String
  private var layers: [[UInt64: TileShapes]]
  private var bytes = 0
  /// The number of times that every other tile has been given up.
  private var halvings: UInt64 = 0
  /// The number of tiles that were offered, and those kept.
  private(set) var offered = 0
  private(set) var kept = 0

  /// The most bytes of tiles, approximately.
  private static let mostBytes = 64 << 20

  /// Nothing yet.
  init(file: String, layers: Int) {
    self.file = file
    self.layers = Array(repeating: [:], count: layers)
  }

  /// The shapes of a layer in a tile; nil if they are not kept.
  func shapes(layer: Int, tile: TileID) -> TileShapes? {
    layer < layers.count ? layers[layer][tile.hilbertID] : nil
  }

  /// Keeps the shapes of a layer in a tile, or gives them up.
  mutating func add(_ shapes: TileShapes, layer: Int, tile: UInt64) {
    offered += 1
    guard isChosen(tile) else { return }
    layers[layer][tile] = shapes
    kept += 1
    bytes += shapes.bytes
    while bytes > Self.mostBytes, halvings < 32 { halve() }
  }

  private mutating func halve() {
    halvings += 1
    for layer in layers.indices {
      for (tile, shapes) in layers[layer] where !isChosen(tile) {
        layers[layer][tile] = nil
        kept -= 1
        bytes -= shapes.bytes
      }
    }
  }

  /// Whether the tile is one of those that are left. The multiplier is that of Fibonacci hashing.
  private func isChosen(_ tile: UInt64) -> Bool {
    let mixed: UInt64 = (tile &* 0x9E37_79B9_7F4A_7C15) >> 32
    return mixed.trailingZeroBitCount >= halvings
  }
}
