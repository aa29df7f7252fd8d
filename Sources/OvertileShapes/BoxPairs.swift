/// The pairs of a tree's items whose boxes meet, where one item has a first mark and one, perhaps the same, a second.
///
/// The tree is compared with itself from the root down: items of one node are compared with those of the nodes that its
/// box meets, where a search for each item would begin at the root each time.
struct BoxPairs: Sendable {
  private let tree: BoxTree
  /// Per box of the tree: the marks of the items in it, together.
  private let marks: [UInt8]

  /// Two boxes of a level; both may be the same.
  struct Pair: Sendable {
    let level, one, other: Int32
  }

  /// The two marks together.
  static let bothMarks: UInt8 = 3

  /// Prepares a tree. O(items).
  ///
  /// - Parameter marks: the marks of an item: 1 for the first, 2 for the second.
  init(_ tree: BoxTree, marks: (Int) -> UInt8) {
    self.tree = tree
    self.marks = tree.collected(marks) { $0 | $1 }
  }

  /// Pairs of nodes below which all pairs of items are, some more than asked for if there are enough.
  func divided(into count: Int) -> [Pair] {
    // The marks of the root are those of all items.
    guard let root = tree.root, marks.last == Self.bothMarks else { return [] }
    var pairs = [Pair(level: Int32(root), one: 0, other: 0)]
    while let level = pairs.first?.level, level > 0, pairs.count < count {
      pairs = pairs.reduce(into: []) { split($1, into: &$0) }
    }
    return pairs
  }

  /// Calls back with each pair of items below a pair of nodes, until the closure returns false.
  ///
  /// An item comes with itself, too.
  @inline(__always)
  func forEachItem(below pair: Pair, _ body: (Int, Int) -> Bool) {
    var waiting = [pair]
    while let pair = waiting.popLast() {
      if pair.level > 0 {
        split(pair, into: &waiting)
      } else if !body(tree.item(Int(pair.one)), tree.item(Int(pair.other))) {
        return
      }
    }
  }

  /// Adds the pairs of the level below.
  @inline(__always)
  private func split(_ pair: Pair, into pairs: inout [Pair]) {
    let (level, one, other) = (Int(pair.level), Int(pair.one), Int(pair.other))
    let start = tree.start(ofLevel: level - 1)
    let (firsts, seconds) = (tree.children(of: one, level: level), tree.children(of: other, level: level))
    for first in firsts {
      let (box, mark) = (tree.box(start + first), marks[start + first])
      for second in (one == other ? first : seconds.lowerBound)..<seconds.upperBound
      where mark | marks[start + second] == Self.bothMarks && tree.box(start + second).meets(box) {
        pairs.append(Pair(level: Int32(level - 1), one: Int32(first), other: Int32(second)))
      }
    }
  }
}

extension BoxTree {
  /// The number of the highest level, which has one box; nil if there is none.
  var root: Int? { boxCount == 0 ? nil : levelCount - 1 }

  /// Per box: a value of its item, or the values of the items in it, joined. O(items).
  func collected<Value>(_ value: (Int) -> Value, _ join: (Value, Value) -> Value) -> [Value] {
    guard let root else { return [] }
    var values: [Value] = []
    values.reserveCapacity(boxCount)
    for rank in 0..<(levelCount > 1 ? start(ofLevel: 1) : boxCount) { values.append(value(item(rank))) }
    for level in 1..<max(root + 1, 1) {
      let start = start(ofLevel: level - 1)
      for node in 0..<(level == root ? 1 : self.start(ofLevel: level + 1) - self.start(ofLevel: level)) {
        let children = children(of: node, level: level)
        values.append(
          children.dropFirst().reduce(values[start + children.lowerBound]) { join($0, values[start + $1]) })
      }
    }
    return values
  }
}
