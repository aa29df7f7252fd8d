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

/// The pairs of items whose boxes meet.
///
/// The tree is compared with itself from the root down: items of one node are compared with those of the nodes that its
/// box meets, where a search for each item would begin at the root each time.
extension BoxTree {
  /// Two boxes of a level by their numbers there, the lower first; both may be the same.
  struct Pair: Sendable {
    let level, one, other: Int32
  }

  /// Pairs of nodes below which all wanted pairs of items are, some more than asked for if there are enough.
  func pairs(dividedInto count: Int = 1, where isWanted: (Int, Int) -> Bool) -> [Pair] {
    guard !boxes.isEmpty, isWanted(boxes.count - 1, boxes.count - 1) else { return [] }
    var pairs = [Pair(level: Int32(levels.count - 1), one: 0, other: 0)]
    boxes.withUnsafeBufferPointer { boxes in
      while let level = pairs.first?.level, level > 0, pairs.count < count {
        pairs = pairs.reduce(into: []) { split($1, boxes, into: &$0, where: isWanted) }
      }
    }
    return pairs
  }

  /// Calls back with each wanted pair of items, the lower rank first, until the closure returns false; returns whether it
  /// never did, or nil if too many pairs of boxes were compared.
  ///
  /// An item comes with itself, too.
  ///
  /// - Parameters:
  ///   - root: the pair of nodes below which the items are; nil for all items.
  ///   - most: the most pairs of boxes that are compared.
  ///   - isWanted: whether pairs below two boxes are wanted, by the numbers of the boxes among all.
  @inline(__always)
  func allPairsSatisfy(
    below root: Pair? = nil, comparing most: Int = .max, where isWanted: (Int, Int) -> Bool = { _, _ in true },
    _ body: (Int, Int) -> Bool
  ) -> Bool? {
    if boxes.isEmpty { return true }
    var waiting: [Pair] = []
    waiting.reserveCapacity(64)
    waiting.append(root ?? Pair(level: Int32(levels.count - 1), one: 0, other: 0))
    var left = most
    return boxes.withUnsafeBufferPointer { boxes in
      while let pair = waiting.popLast() {
        if pair.level == 0 {
          if !body(item(Int(pair.one)), item(Int(pair.other))) { return false }
          continue
        }
        left -= split(pair, boxes, into: &waiting, where: isWanted)
        if left < 0 { return nil }
      }
      return true
    }
  }

  /// Adds the wanted pairs of the level below; returns how many there are, whether they meet or not.
  @inline(__always) @discardableResult
  private func split(
    _ pair: Pair, _ boxes: UnsafeBufferPointer<WorldBounds>, into pairs: inout [Pair],
    where isWanted: (Int, Int) -> Bool
  ) -> Int {
    let (level, one, other) = (Int(pair.level), Int(pair.one), Int(pair.other))
    let start = levels[level - 1]
    let (firsts, seconds) = (children(of: one, level: level), children(of: other, level: level))
    for first in firsts {
      let box = boxes[start + first]
      for second in (one == other ? first : seconds.lowerBound)..<seconds.upperBound
      where isWanted(start + first, start + second) && boxes[start + second].meets(box) {
        pairs.append(Pair(level: Int32(level - 1), one: Int32(first), other: Int32(second)))
      }
    }
    return firsts.count * seconds.count
  }

  /// Per box: the marks of its item, or those of all items in it together. O(items).
  func marks(_ mark: (Int) -> UInt8) -> [UInt8] {
    var marks: [UInt8] = []
    marks.reserveCapacity(boxes.count)
    for rank in 0..<(levels.count > 1 ? levels[1] : boxes.count) { marks.append(mark(item(rank))) }
    for level in levels.indices.dropFirst() {
      let end = level + 1 < levels.count ? levels[level + 1] : boxes.count
      for node in 0..<(end - levels[level]) {
        marks.append(children(of: node, level: level).reduce(0) { $0 | marks[levels[level - 1] + $1] })
      }
    }
    return marks
  }
}
