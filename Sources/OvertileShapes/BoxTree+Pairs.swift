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
    _ body: (Int, Int) throws -> Bool
  ) rethrows -> Bool? {
    if boxes.isEmpty { return true }
    var waiting: [Pair] = []
    waiting.reserveCapacity(64)
    waiting.append(root ?? Pair(level: Int32(levels.count - 1), one: 0, other: 0))
    var left = most
    return try boxes.withUnsafeBufferPointer { boxes in
      while let pair = waiting.popLast() {
        if pair.level == 0 {
          if try !body(item(Int(pair.one)), item(Int(pair.other))) { return false }
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
