import OvertileClustering
import OvertileFeatures

/// The name of a section of a part file: its content, and three numbers that say which.
struct PartSection: Sendable, Hashable, Comparable {
  /// The contents of sections.
  enum Kind: UInt32, Sendable {
    /// The end of a file: the number of its sections, and the CRC-32 of their directory.
    case end = 0
    /// The results of a slice: the index of its source, its file among the source's, and its number in the file.
    case outcome = 1
    /// Nodes of a cell: the index of their layer, the level whose tasks cluster them, and the cell; see `ShardRegion`. For the first
    /// level they are points with their properties; see `HandedPoints`.
    case nodes = 2
    /// The clusters that a task made: the index of their layer, the level, and the first of the tiles in which they are.
    case clusters = 3
    /// The cells for which a task has sent nodes: the level whose tasks cluster them, the number of the task that sent them, and
    /// that of all tasks of its step.
    case sent = 4
    /// Tiles that a task made: the index of the only layer in them plus one, or 0 for all layers, and the Hilbert ids of the
    /// first and the last tile.
    case tiles = 5
    /// The rows of a slice whose results are in another section: named like these.
    case rows = 6
    /// The roots of some tiles and their clusters, in place of clusters: the index of their layer, the level, and the first of
    /// the tiles; see `ShardSubtrees`.
    case subtrees = 7
    /// What tiles and members show of the points of these roots: named like them; see `SubtreeLeaves`.
    case leaves = 8
    /// The numbers of these points: named like them.
    case numbers = 9
    /// The values to which the points of many cells refer: the index of their layer, the number of the task that sent them, and
    /// that of all tasks of its step.
    case values = 10
    /// The bytes of the slices of a share: the index of its source, its file among the source's, and the number of the first slice in
    /// the file; see `ShareMarks`.
    case marks = 11
    /// Circles or shapes of a slice, cut to the tiles of a zoom: the index of their layer times 256 plus the zoom, their file among the
    /// source's, and the slice's number in the file.
    case cuts = 12
    /// The number of these circles or shapes, and their label points: the index of their layer, their file among the source's, and the
    /// slice's number in the file.
    case cutItems = 13
    /// What aggregates need of the points of roots: named like these; see `SubtreeAggregates`.
    case aggregated = 14
  }

  /// Whether it is for tasks, and not for the process that builds.
  var isForTasks: Bool { kind == .nodes || kind == .sent || kind == .values }

  /// The content.
  let kind: Kind
  /// The numbers.
  let numbers: SIMD3<UInt64>

  /// The section that ends a file.
  static func end(after sections: Int, checksum: UInt32) -> PartSection {
    PartSection(kind: .end, numbers: [UInt64(sections), UInt64(checksum), 0])
  }

  /// The results of a slice.
  static func outcome(source: Int, file: UInt32, slice: Int) -> PartSection {
    PartSection(kind: .outcome, numbers: [UInt64(source), UInt64(file), UInt64(slice)])
  }

  /// The rows of a slice.
  static func rows(source: Int, file: UInt32, slice: Int) -> PartSection {
    PartSection(kind: .rows, numbers: [UInt64(source), UInt64(file), UInt64(slice)])
  }

  /// The bytes of the slices of a share of a file.
  static func marks(source: Int, file: Int, first: Int) -> PartSection {
    PartSection(kind: .marks, numbers: [UInt64(source), UInt64(file), UInt64(first)])
  }

  /// The circles or shapes of a slice, cut to the tiles of a zoom.
  static func cuts(layer: Int, zoom: Int, file: UInt32, slice: Int) -> PartSection {
    PartSection(kind: .cuts, numbers: [UInt64(layer) << 8 | UInt64(zoom), UInt64(file), UInt64(slice)])
  }

  /// The number of the circles or shapes of a slice that are cut, and their label points.
  static func cutItems(layer: Int, file: UInt32, slice: Int) -> PartSection {
    PartSection(kind: .cutItems, numbers: [UInt64(layer), UInt64(file), UInt64(slice)])
  }

  /// Some tiles of a layer, or, without one, of all layers.
  static func tiles(layer: Int?, first: UInt64, last: UInt64) -> PartSection {
    PartSection(kind: .tiles, numbers: [UInt64(layer.map { $0 + 1 } ?? 0), first, last])
  }

  /// The cells for which a task has sent nodes.
  static func sent(level: Int, task: Int, of tasks: Int) -> PartSection {
    PartSection(kind: .sent, numbers: [UInt64(level), UInt64(task), UInt64(tasks)])
  }

  /// The values to which the points refer that a task has sent.
  static func values(layer: Int, task: Int, of tasks: Int) -> PartSection {
    PartSection(kind: .values, numbers: [UInt64(layer), UInt64(task), UInt64(tasks)])
  }

  /// Nodes of a cell, or the clusters or roots of some tiles.
  static func shard(_ kind: Kind, layer: Int, level: Int, _ tile: ShardTile) -> PartSection {
    PartSection(kind: kind, numbers: [UInt64(layer), UInt64(level), tile.packed])
  }

  /// The cell, or the first of the tiles.
  var tile: ShardTile { ShardTile(packed: numbers[2]) }

  static func < (a: PartSection, b: PartSection) -> Bool {
    a.kind == b.kind
      ? (a.numbers[0], a.numbers[1], a.numbers[2]) < (b.numbers[0], b.numbers[1], b.numbers[2])
      : a.kind.rawValue < b.kind.rawValue
  }

  /// The digest of the name and a payload, by which damage is detected.
  func digest(_ payload: UnsafeRawBufferPointer) -> UInt64 {
    let head = kind == .tiles || kind == .leaves ? Self.headCount(payload) : payload.count
    return digest(
      head: UnsafeRawBufferPointer(rebasing: payload[..<head]), body: UnsafeRawBufferPointer(rebasing: payload[head...])
    )
  }

  /// The digest of the name and a payload in two parts: columns behind the number of their bytes, and the bytes of tiles or points.
  func digest(head: UnsafeRawBufferPointer, body: UnsafeRawBufferPointer) -> UInt64 {
    var seed = UInt64(kind.rawValue)
    for index in numbers.indices { seed = XXHash64.hash(numbers[index], UInt64(head.count + body.count), seed: seed) }
    seed = XXHash64.hash(head, seed: seed)
    return body.isEmpty ? seed : XXHash64.hash(body, seed: seed)
  }

  /// The bytes of columns behind their number, and of that; at most those of the payload.
  private static func headCount(_ payload: UnsafeRawBufferPointer) -> Int {
    var at = 0
    let count = try? Varint.read {
      guard at < payload.count else { return nil }
      at += 1
      return payload[at - 1]
    }
    return Int(clamping: min(count ?? .max, UInt64(payload.count - at))) + at
  }
}
