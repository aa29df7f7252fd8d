import OvertileClustering
import OvertileFeatures

/// The name of a section of a part file: its content, and three numbers that say which.
struct PartSection: Sendable, Hashable, Comparable {
  /// The contents of sections.
  enum Kind: UInt32, Sendable {
    /// The end of a file; its first number is that of the sections before it.
    case end = 0
    /// The results of a slice: the index of its source, its file among the source's, and its number in the file.
    case outcome = 1
    /// Nodes for a task: the index of their layer, the level, and the tile.
    case nodes = 2
    /// The clusters that a task made: the index of their layer, the level, and the tile.
    case clusters = 3
    /// The properties of points for a task of the first level: as `nodes`.
    case rows = 4
    /// Tiles that a task made: the index of the only layer in them plus one, or 0 for all layers, and the Hilbert ids of the
    /// first and the last tile.
    case tiles = 5
  }

  /// The content.
  let kind: Kind
  /// The numbers.
  let numbers: [UInt64]

  /// The section that ends a file.
  static func end(after sections: Int) -> PartSection {
    PartSection(kind: .end, numbers: [UInt64(sections), 0, 0])
  }

  /// The results of a slice.
  static func outcome(source: Int, file: UInt32, slice: Int) -> PartSection {
    PartSection(kind: .outcome, numbers: [UInt64(source), UInt64(file), UInt64(slice)])
  }

  /// Some tiles of a layer, or, without one, of all layers.
  static func tiles(layer: Int?, first: UInt64, last: UInt64) -> PartSection {
    PartSection(kind: .tiles, numbers: [UInt64(layer.map { $0 + 1 } ?? 0), first, last])
  }

  /// Nodes or rows for a task, or the clusters that it made.
  static func shard(_ kind: Kind, layer: Int, level: Int, _ tile: ShardTile) -> PartSection {
    let packed = UInt64(tile.zoom) << 56 | UInt64(tile.row) << 28 | UInt64(tile.column)
    return PartSection(kind: kind, numbers: [UInt64(layer), UInt64(level), packed])
  }

  /// The tile of a shard.
  var tile: ShardTile {
    let mask = UInt64(1 << 28 - 1)
    return ShardTile(
      zoom: Int(numbers[2] >> 56), column: UInt32(numbers[2] & mask), row: UInt32(numbers[2] >> 28 & mask))
  }

  static func < (a: PartSection, b: PartSection) -> Bool {
    a.kind == b.kind ? a.numbers.lexicographicallyPrecedes(b.numbers) : a.kind.rawValue < b.kind.rawValue
  }

  /// The digest of the name and a payload, by which damage is detected.
  func digest(_ payload: UnsafeRawBufferPointer) -> UInt64 {
    var seed = UInt64(kind.rawValue)
    for number in numbers { seed = XXHash64.hash(number, UInt64(payload.count), seed: seed) }
    return XXHash64.hash(payload, seed: seed)
  }
}
