import MapMath

/// A static tree of boxes that finds those that meet a box: a packed R-tree in the order of a Hilbert curve.
///
/// O(n log n) to make; a search is O(log n) plus its results, unless boxes are long and lie across each other.
struct BoxTree: Sendable {
  /// The number of boxes in a node.
  private static let fan = 8

  /// The boxes in the order of the curve, then those of each level above, the root last.
  private var boxes: [WorldBounds]
  /// Per box in the order of the curve: its item.
  private let items: [Int32]
  /// Per level: its first box.
  private let levels: [Int]

  /// Makes a tree of boxes; an item is the index of its box.
  init(_ source: [WorldBounds]) {
    let order = Self.order(source)
    var boxes = order.map { source[Int($0)] }
    let levels = Self.addLevels(to: &boxes)
    (self.boxes, items, self.levels) = (boxes, order, levels)
  }

  /// Makes a tree of boxes in which neighbors follow each other already; an item is the index of its box. O(boxes).
  init(inOrder boxes: consuming [WorldBounds]) {
    items = (0..<Int32(boxes.count)).map { $0 }
    levels = Self.addLevels(to: &boxes)
    self.boxes = boxes
  }

  /// The most boxes of a tree of some items.
  static func boxCount(items: Int) -> Int { items + items / (fan - 1) + 16 }

  /// Adds the boxes around some of the level below each, up to the root; returns the first box of each level.
  private static func addLevels(to boxes: inout [WorldBounds]) -> [Int] {
    boxes.reserveCapacity(boxCount(items: boxes.count))
    var levels = [0]
    var (start, end) = (0, boxes.count)
    while end - start > 1 {
      levels.append(end)
      for first in stride(from: start, to: end, by: fan) {
        boxes.append(boxes[first..<min(first + fan, end)].reduce(into: .empty) { $0.extend(to: $1) })
      }
      (start, end) = (end, boxes.count)
    }
    return levels
  }

  /// The box around all boxes; nil if there are none.
  var whole: WorldBounds? { boxes.last }

  /// The same tree, each of its boxes larger by a distance on every side. O(boxes).
  func grown(by distance: Double) -> BoxTree {
    var tree = self
    for index in tree.boxes.indices { tree.boxes[index] = tree.boxes[index].grown(by: distance) }
    return tree
  }

  /// The number of boxes of all levels, and of the levels; level 0 are the items.
  var boxCount: Int { boxes.count }
  var levelCount: Int { levels.count }

  /// The first box of a level.
  @inline(__always)
  func start(ofLevel level: Int) -> Int { levels[level] }

  /// A box by its number among all.
  @inline(__always)
  func box(_ index: Int) -> WorldBounds { boxes[index] }

  /// The item of a box of level 0.
  @inline(__always)
  func item(_ rank: Int) -> Int { Int(items[rank]) }

  /// The boxes of the level below that are in a box of a level, both by their numbers in their level.
  @inline(__always)
  func children(of box: Int, level: Int) -> Range<Int> {
    let first = box * Self.fan
    return first..<min(first + Self.fan, levels[level] - levels[level - 1])
  }

  /// Calls back with each item whose box meets a box, until the closure returns false; returns whether it never did.
  @inline(__always)
  func allSatisfy(meeting box: WorldBounds, _ body: (Int) -> Bool) -> Bool {
    guard !items.isEmpty else { return true }
    return boxes.withUnsafeBufferPointer { boxes in
      // Of each level, at most the children of one node wait.
      withUnsafeTemporaryAllocation(of: (level: Int32, index: Int32).self, capacity: levels.count * Self.fan) { stack in
        guard boxes[boxes.count - 1].meets(box) else { return true }
        stack[0] = (Int32(levels.count - 1), 0)
        var waiting = 1
        while waiting > 0 {
          waiting -= 1
          let (level, index) = (Int(stack[waiting].level), Int(stack[waiting].index))
          guard level > 0 else {
            if !body(Int(items[index])) { return false }
            continue
          }
          let start = levels[level - 1]
          let first = index * Self.fan
          var child = min(first + Self.fan, levels[level] - start)
          while child > first {
            child -= 1
            guard boxes[start + child].meets(box) else { continue }
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
    return CurveOrder.ascending(keys, shift: 31).map { Int32($0 & UInt64(Int32.max)) }
  }
}
