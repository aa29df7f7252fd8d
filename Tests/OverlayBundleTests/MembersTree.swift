import MapMath
import OvertileBundleFormat
import OvertileCore
import TestSupport

/// A random hierarchy as plain trees, and the same in columns.
struct MembersTree {
  /// A cluster or a point.
  indirect enum Node {
    case leaf(MembersReader.Leaf)
    case cluster(MembersReader.Cluster, children: [Node])
  }

  private(set) var roots: [Node] = []
  private(set) var columns = ClusterMembers()

  init(leaves count: Int, withProperties: Bool, random: inout SeededRandom) {
    let leaves = (0..<count).map { number in
      MembersReader.Leaf(
        id: UInt64(number) * 7 + 3, position: WorldPoint(x: random.word(), y: random.word()),
        properties: withProperties ? Self.properties(&random) : [:])
    }
    var ids = (1...UInt64(2 * count + 2)).map { (1 << 52) + $0 * 1000 }.shuffled(using: &random)
    roots = Self.split(leaves[...], zoom: 0, ids: &ids, random: &random)
    fill(leaves, withProperties: withProperties)
  }

  /// Every cluster of the tree with its children.
  var clusters: [(cluster: MembersReader.Cluster, children: [Node])] {
    var result: [(MembersReader.Cluster, [Node])] = []
    var open = roots
    while let node = open.popLast() {
      guard case .cluster(let cluster, let children) = node else { continue }
      result.append((cluster, children))
      open += children
    }
    return result
  }

  /// The points below a node, in order.
  static func leaves(of node: Node) -> [MembersReader.Leaf] {
    switch node {
    case .leaf(let leaf): [leaf]
    case .cluster(_, let children): children.flatMap { leaves(of: $0) }
    }
  }

  /// The node itself, as the reader returns it.
  static func member(_ node: Node) -> MembersReader.Member {
    switch node {
    case .leaf(let leaf): .leaf(leaf)
    case .cluster(let cluster, _): .cluster(cluster)
    }
  }

  /// Cuts a run of leaves into nodes: single ones, and clusters of at least two, which are cut again.
  private static func split(
    _ leaves: ArraySlice<MembersReader.Leaf>, zoom: Int, ids: inout [UInt64], random: inout SeededRandom
  ) -> [Node] {
    var nodes: [Node] = []
    var rest = leaves
    while let first = rest.first {
      let size = Int.random(in: 1...max(1, min(rest.count, leaves.count - 1)), using: &random)
      if size == 1 || zoom == 16 {
        nodes.append(.leaf(first))
        rest = rest.dropFirst()
        continue
      }
      let cluster = MembersReader.Cluster(
        id: ids.removeLast(), position: WorldPoint(x: random.word(), y: random.word()), zoom: zoom, pointCount: size)
      nodes.append(
        .cluster(cluster, children: split(rest.prefix(size), zoom: zoom + 1, ids: &ids, random: &random)))
      rest = rest.dropFirst(size)
    }
    return nodes
  }

  /// A nested value as it is read; it is written as JSON.
  private static let nested = PropertyValue.string("[1,2]")

  private static func properties(_ random: inout SeededRandom) -> NamedValues<PropertyValue> {
    var result: NamedValues<PropertyValue> = [:]
    for name in ["name", "count", "größe"] where Bool.random(using: &random) {
      result[name] =
        [
          .string("Å\(Int.random(in: 0...9, using: &random))"), .int(-5), .uint(.max), .double(0.25), .bool(true),
          nested, .string(""), .null,
        ].randomElement(using: &random)
    }
    return result
  }

  private mutating func fill(_ leaves: [MembersReader.Leaf], withProperties: Bool) {
    var place: [UInt64: UInt32] = [:]
    for (index, leaf) in leaves.enumerated() {
      place[leaf.id] = UInt32(index)
      columns.leafIDs.append(leaf.id)
      columns.leafX.append(leaf.position.x)
      columns.leafY.append(leaf.position.y)
      guard withProperties else { continue }
      columns.leafRows.append(UInt32(index))
      for (name, value) in leaf.properties.sorted(by: { $0.key < $1.key }) {
        columns.properties.keyIndices.append(columns.properties.keys.intern(.string, name))
        let written = value == Self.nested ? .json("[1,2]") : value
        columns.properties.valueIndices.append(columns.properties.values.intern(written))
      }
      columns.properties.rowEnds.append(UInt32(columns.properties.keyIndices.count))
    }
    let all = clusters.sorted { $0.cluster.id < $1.cluster.id }
    for (index, entry) in all.enumerated() { place[entry.cluster.id] = UInt32(index) }
    for (cluster, children) in all {
      let first = children.flatMap { Self.leaves(of: $0) }.first.flatMap { place[$0.id] } ?? 0
      columns.clusterIDs.append(cluster.id)
      columns.clusterZooms.append(UInt8(cluster.zoom))
      columns.clusterX.append(cluster.position.x)
      columns.clusterY.append(cluster.position.y)
      columns.clusterLeaves.append(first..<first + UInt32(cluster.pointCount))
      let start = UInt32(columns.children.count)
      for child in children {
        switch child {
        case .leaf(let leaf): columns.children.append(.leaf(place[leaf.id] ?? 0))
        case .cluster(let inner, _): columns.children.append(.cluster(place[inner.id] ?? 0))
        }
      }
      columns.clusterChildren.append(start..<UInt32(columns.children.count))
    }
  }
}

extension SeededRandom {
  /// The upper half of the next number.
  mutating func word() -> UInt32 { UInt32(truncatingIfNeeded: next() >> 32) }
}
