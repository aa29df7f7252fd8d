/// The segments that a sweep line meets, from below upward: a treap whose nodes are also linked in their order.
///
/// A node is a number that stays the same while its segment is replaced by the next one of its ring. Inserting and
/// removing is O(log n) on average; priorities follow from the numbers of nodes, so every run does the same.
struct SweepOrder {
  /// No node.
  static let none: Int32 = -1

  private struct Node {
    var segment: Int32
    var left = SweepOrder.none
    var right = SweepOrder.none
    var parent = SweepOrder.none
    var below = SweepOrder.none
    var above = SweepOrder.none
  }

  private var nodes: [Node] = []
  private var free: [Int32] = []
  private var root = Self.none
  private var lowest = Self.none

  /// The node under another one, or none.
  @inline(__always)
  func below(_ node: Int32) -> Int32 { nodes[Int(node)].below }

  /// The node over another one, the lowest over none; or none.
  @inline(__always)
  func above(_ node: Int32) -> Int32 { node == Self.none ? lowest : nodes[Int(node)].above }

  /// The segment of a node.
  @inline(__always)
  func segment(_ node: Int32) -> Int { Int(nodes[Int(node)].segment) }

  /// Gives a node another segment at the same rank.
  mutating func replace(_ node: Int32, with segment: Int) { nodes[Int(node)].segment = Int32(segment) }

  /// The highest node under a position, or none; nil if the position is on a segment.
  ///
  /// - Parameter side: the side of a segment on which the position lies: 1 above, -1 below, 0 on it.
  @inline(__always)
  func highest(under side: (Int) -> Int) -> Int32? {
    var (node, found) = (root, Self.none)
    while node != Self.none {
      let side = side(segment(node))
      if side == 0 { return nil }
      if side > 0 { found = node }
      node = side > 0 ? nodes[Int(node)].right : nodes[Int(node)].left
    }
    return found
  }

  /// Adds a segment right over a node, or under all others; returns its node.
  mutating func insert(_ segment: Int, over below: Int32) -> Int32 {
    let above = above(below)
    let node: Int32
    if let last = free.popLast() {
      node = last
      nodes[Int(node)] = Node(segment: Int32(segment))
    } else {
      node = Int32(nodes.count)
      nodes.append(Node(segment: Int32(segment)))
    }
    link(below, node)
    link(node, above)
    attach(node, below: below, above: above)
    while nodes[Int(node)].parent != Self.none, Self.priority(node) > Self.priority(nodes[Int(node)].parent) {
      rotateUp(node)
    }
    return node
  }

  /// Removes a node.
  mutating func remove(_ node: Int32) {
    while true {
      let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
      if left == Self.none, right == Self.none { break }
      if left == Self.none {
        rotateUp(right)
      } else if right == Self.none || Self.priority(left) > Self.priority(right) {
        rotateUp(left)
      } else {
        rotateUp(right)
      }
    }
    substitute(node, with: Self.none, under: nodes[Int(node)].parent)
    link(nodes[Int(node)].below, nodes[Int(node)].above)
    free.append(node)
  }

  private static func priority(_ node: Int32) -> UInt64 {
    var value = UInt64(truncatingIfNeeded: node) &* 0x9E37_79B9_7F4A_7C15
    value = (value ^ value >> 32) &* 0xD6E8_FEB8_6659_FD93
    return value ^ value >> 32
  }

  private mutating func link(_ below: Int32, _ above: Int32) {
    if below == Self.none { lowest = above } else { nodes[Int(below)].above = above }
    if above != Self.none { nodes[Int(above)].below = below }
  }

  /// Makes a node a leaf between its neighbors, one of which has a free child on that side.
  private mutating func attach(_ node: Int32, below: Int32, above: Int32) {
    if below != Self.none, nodes[Int(below)].right == Self.none {
      nodes[Int(below)].right = node
      nodes[Int(node)].parent = below
    } else if above != Self.none {
      nodes[Int(above)].left = node
      nodes[Int(node)].parent = above
    } else {
      root = node
    }
  }

  private mutating func substitute(_ old: Int32, with new: Int32, under parent: Int32) {
    if parent == Self.none {
      root = new
    } else if nodes[Int(parent)].left == old {
      nodes[Int(parent)].left = new
    } else {
      nodes[Int(parent)].right = new
    }
    if new != Self.none { nodes[Int(new)].parent = parent }
  }

  private mutating func rotateUp(_ node: Int32) {
    let parent = nodes[Int(node)].parent
    substitute(parent, with: node, under: nodes[Int(parent)].parent)
    let moved: Int32
    if nodes[Int(parent)].left == node {
      moved = nodes[Int(node)].right
      nodes[Int(parent)].left = moved
      nodes[Int(node)].right = parent
    } else {
      moved = nodes[Int(node)].left
      nodes[Int(parent)].right = moved
      nodes[Int(node)].left = parent
    }
    if moved != Self.none { nodes[Int(moved)].parent = parent }
    nodes[Int(parent)].parent = node
  }
}
