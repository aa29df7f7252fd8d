import MapMath

/// A static tree of boxes that finds those that meet a box or each other: a packed R-tree.
///
/// A search is O(log n) plus its results, unless boxes are long and lie across each other.
struct BoxTree: Sendable {
  /// The number of boxes in a node.
  private static let fan = 4

  /// The boxes of the items, then those of each level above, the root last.
  private(set) var boxes: [WorldBounds]
  /// Per box of the lowest level: its item; empty if that is its number.
  private var items: [Int32] = []
  /// Per level: its first box.
  let levels: [Int]

  /// Makes a tree of boxes in the order of a Hilbert curve; an item is the index of its box. O(n log n).
  init(_ source: [WorldBounds]) {
    let order = Self.order(source)
    self.init(inOrder: order.map { source[Int($0)] })
    items = order
  }

  /// Makes a tree of boxes in which neighbors follow each other already; an item is the index of its box. O(boxes).
  init(inOrder boxes: consuming [WorldBounds]) {
    boxes.reserveCapacity(Self.boxCount(items: boxes.count))
    var levels = [0]
    var (start, end) = (0, boxes.count)
    while end - start > 1 {
      levels.append(end)
      for first in stride(from: start, to: end, by: Self.fan) {
        var box = boxes[first]
        for index in (first + 1)..<min(first + Self.fan, end) { box.extend(to: boxes[index]) }
        boxes.append(box)
      }
      (start, end) = (end, boxes.count)
    }
    (self.boxes, self.levels) = (boxes, levels)
  }

  /// The most boxes of a tree of some items.
  static func boxCount(items: Int) -> Int { items + items / (fan - 1) + 16 }

  /// The same tree, each of its boxes larger by a distance on every side. O(boxes).
  func grown(by distance: Double) -> BoxTree {
    var tree = self
    for index in tree.boxes.indices { tree.boxes[index] = tree.boxes[index].grown(by: distance) }
    return tree
  }

  /// The item of a box of the lowest level.
  @inline(__always)
  func item(_ rank: Int) -> Int { items.isEmpty ? rank : Int(items[rank]) }

  /// The boxes of the level below that are in a box of a level, both by their numbers in their level.
  @inline(__always)
  func children(of box: Int, level: Int) -> Range<Int> {
    let first = box * Self.fan
    return first..<min(first + Self.fan, levels[level] - levels[level - 1])
  }

  /// Calls back with each item whose box meets a box, until the closure returns false; returns whether it never did.
  @inline(__always)
  func allSatisfy(meeting box: WorldBounds, _ body: (Int) -> Bool) -> Bool {
    boxes.withUnsafeBufferPointer { boxes in
      guard let root = boxes.last, root.meets(box) else { return true }
      // Of each level, at most the children of one node wait.
      return withUnsafeTemporaryAllocation(of: (level: Int32, index: Int32).self, capacity: levels.count * Self.fan) {
        stack in
        stack[0] = (Int32(levels.count - 1), 0)
        var waiting = 1
        while waiting > 0 {
          waiting -= 1
          let (level, index) = (Int(stack[waiting].level), Int(stack[waiting].index))
          guard level > 0 else {
            if !body(item(index)) { return false }
            continue
          }
          for child in children(of: index, level: level).reversed()
          where boxes[levels[level - 1] + child].meets(box) {
            stack[waiting] = (Int32(level - 1), Int32(child))
            waiting += 1
          }
        }
        return true
      }
    }
  }

  /// The boxes along a curve that keeps neighbors together, by their middles.
  private static func order(_ source: [WorldBounds]) -> [Int32] {
    let whole = source.reduce(into: WorldBounds.empty) { $0.extend(to: $1) }
    let side = Double(1 << 16) - 1
    let (scaleX, scaleY) = (side / max(whole.maxX - whole.minX, 1), side / max(whole.maxY - whole.minY, 1))
    // The number on the curve, of 33 bits, then the item, of 31.
    let keys = source.enumerated().map { item, box in
      let x = UInt32(((box.minX + box.maxX) / 2 - whole.minX) * scaleX)
      let y = UInt32(((box.minY + box.maxY) / 2 - whole.minY) * scaleY)
      return TileID(uncheckedZ: 16, x: x, y: y).hilbertID << 31 | UInt64(item)
    }
    return keys.sorted().map { Int32($0 & UInt64(Int32.max)) }
  }
}
