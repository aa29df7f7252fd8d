import OvertileCore

/// Blocks of shapes that can be simplified one block after the other, with the same result as all of them together.
///
/// Shapes whose boxes meet are in one block, and so are shapes that nearly touch. Blocks are filled along a Hilbert curve, so
/// what a block needs while it is simplified is bounded wherever shapes lie in groups apart, such as buildings. In a
/// block shapes are in the order of the curve, too: what is near on the map is near in memory. The blocks depend on the
/// shapes only.
package struct ShapeBlocks: Sendable {
  /// The indices of all shapes, block by block, then those that are in none: points.
  package private(set) var order: [UInt32] = []
  /// Per block: the end of its shapes in that order.
  private var ends: [Int] = []
  /// Per block: its positions.
  package private(set) var positionCounts: [Int] = []

  /// The positions from which on a block gets no further group of shapes.
  package static let enoughPositions = 1 << 17
  /// The pairs of boxes for each shape after which the shapes are taken as one group.
  private static let pairsPerShape = 64
  /// The units by which boxes are grown, so that those within a meter meet: a meter is 1,230 units at the northern edge.
  private static let margin = 640.0

  /// Divides shapes. O(n log n).
  ///
  /// - Parameters:
  ///   - shapes: the shapes.
  ///   - enough: the positions from which on a block gets no further group of shapes.
  package init(_ shapes: OrderedShapes, enough: Int = Self.enoughPositions) {
    let (columns, count) = (shapes.columns, shapes.count)
    func measured(_ column: Int) -> WorldBounds? {
      columns.kind(column) == .points ? nil : columns.bounds(column)?.grown(by: Self.margin)
    }
    // All are measured as they lie in memory; one box is all that is then looked for elsewhere.
    let all = count == columns.count ? (0..<count).map(measured) : []
    var (boxes, owners, others, positions): ([WorldBounds], [UInt32], [UInt32], [Int32]) = ([], [], [], [])
    boxes.reserveCapacity(count)
    owners.reserveCapacity(count)
    positions.reserveCapacity(count)
    for index in 0..<count {
      let column = shapes.columnIndex(index)
      guard let box = all.isEmpty ? measured(column) : all[column] else {
        others.append(UInt32(index))
        continue
      }
      boxes.append(box)
      owners.append(UInt32(index))
      positions.append(Int32(columns.positionCount(column)))
    }
    let positionCount = positions.reduce(0) { $0 + Int($1) }
    if positionCount > enough, boxes.count > 1 {
      divide(BoxTree(boxes), owners, positions, enough: enough)
    } else if !owners.isEmpty {
      (order, ends, positionCounts) = (owners, [owners.count], [positionCount])
    }
    order += others
  }

  /// The number of blocks.
  package var count: Int { positionCounts.count }

  /// The shapes of a block, in their order there.
  package subscript(block: Int) -> ArraySlice<UInt32> { order[(block == 0 ? 0 : ends[block - 1])..<ends[block]] }

  /// The block of the shape at a position in that order, and the shape's number there; nil for one that is in none.
  /// O(log blocks), without memory beside the blocks'.
  package func block(at position: Int) -> (block: Int, number: Int)? {
    let block = ends.partitioningIndex { $0 > position }
    guard block < ends.count else { return nil }
    return (block, position - (block == 0 ? 0 : ends[block - 1]))
  }

  /// Puts groups of shapes into blocks, in the order of their first shapes on the curve.
  private mutating func divide(_ tree: BoxTree, _ owners: [UInt32], _ positions: [Int32], enough: Int) {
    var groups = ShapeGroups(count: owners.count)
    var rest = owners.count * Self.pairsPerShape
    let areAll = tree.allPairsSatisfy { one, other in
      groups.join(one, other)
      rest -= 1
      return rest >= 0
    }
    if areAll == false { groups.joinAll() }
    var sizes = [Int](repeating: 0, count: owners.count)
    for item in owners.indices { sizes[groups.first(of: item)] += Int(positions[item]) }
    var blocks = [Int32](repeating: -1, count: owners.count)
    for rank in owners.indices {
      let group = groups.first(of: tree.item(rank))
      if blocks[group] < 0 {
        if positionCounts.last.map({ $0 >= enough }) ?? true { positionCounts.append(0) }
        positionCounts[positionCounts.count - 1] += sizes[group]
        blocks[group] = Int32(positionCounts.count - 1)
      }
    }
    // The shapes of each block along the curve.
    let keys = owners.indices.map { rank in UInt64(blocks[groups.first(of: tree.item(rank))]) << 32 | UInt64(rank) }
    order = keys.sorted().map { owners[tree.item(Int($0 & UInt64(UInt32.max)))] }
    ends = [Int](repeating: 0, count: count)
    for key in keys { ends[Int(key >> 32)] += 1 }
    for block in ends.indices.dropFirst() { ends[block] += ends[block - 1] }
  }
}

/// Groups of items that were joined, directly or by way of others; a group is named by its first item.
private struct ShapeGroups {
  /// Per item: an item before it in its group, or itself.
  private var parents: [Int32]

  init(count: Int) { parents = (0..<Int32(count)).map { $0 } }

  /// The first item of an item's group. O(1) on average: paths are halved.
  mutating func first(of item: Int) -> Int {
    var item = item
    while Int(parents[item]) != item {
      parents[item] = parents[Int(parents[item])]
      item = Int(parents[item])
    }
    return item
  }

  /// Joins the groups of two items.
  mutating func join(_ one: Int, _ other: Int) {
    let (a, b) = (first(of: one), first(of: other))
    parents[max(a, b)] = Int32(min(a, b))
  }

  /// Joins all items.
  mutating func joinAll() { for item in parents.indices { parents[item] = 0 } }
}
