import OvertileClustering

/// The definition of the stage taken literally: every pair of nodes, synchronous rounds, no structure at all.
struct BruteForceClustering {
  struct Node: Equatable {
    var x: Int
    var y: Int
    var count: Int
    var weight: Int
    var rank: Int
    var createdZoom: Int
    var parent: Int?
  }

  private enum State: Equatable { case undecided, center, covered }

  private(set) var nodes: [Node] = []
  /// Per zoom: the nodes shown, by ascending rank.
  private(set) var visible: [Int: [Int]] = [:]
  /// How many nodes were undecided after the last round, over all zooms.
  private(set) var undecidedCount = 0
  /// How many nodes could still have been centers after the last pass, over all zooms.
  private(set) var unfinishedCount = 0

  private let options: ClusterOptions

  init(points: ClusterPoints, options: ClusterOptions) {
    self.options = options
    let top = options.zooms.upperBound + 1
    for index in 0..<points.count {
      let weight = points.weights.map { Int($0[index]) } ?? 1
      nodes.append(
        Node(x: Int(points.x[index]), y: Int(points.y[index]), count: 1, weight: weight, rank: index, createdZoom: top))
    }
    visible[top] = Array(nodes.indices)
    for zoom in options.zooms.reversed() { cluster(zoom: zoom) }
  }

  /// The squared distance, x the shorter way around; nil if it exceeds 64 bits.
  static func squaredDistance(_ a: (x: Int, y: Int), _ b: (x: Int, y: Int)) -> UInt64? {
    let across = abs(a.x - b.x)
    let east = UInt64(min(across, (1 << 32) - across))
    let south = UInt64(abs(a.y - b.y))
    return east * east > UInt64.max - south * south ? nil : east * east + south * south
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    nodes[a].weight != nodes[b].weight ? nodes[a].weight > nodes[b].weight : nodes[a].rank < nodes[b].rank
  }

  private mutating func cluster(zoom: Int) {
    let level = visible[zoom + 1] ?? []
    let reach = options.reachSquared(zoom: zoom)
    var neighbors: [Int: [(node: Int, distance: UInt64)]] = [:]
    for a in level {
      for b in level where a != b {
        let distance = Self.squaredDistance((nodes[a].x, nodes[a].y), (nodes[b].x, nodes[b].y))
        if let distance, distance <= reach { neighbors[a, default: []].append((b, distance)) }
      }
    }
    let groups = options.minPoints > 2 ? crowds(level, neighbors) : pairs(level, neighbors)
    var shown = Set(level)
    for center in level.sorted(by: { nodes[$0].rank < nodes[$1].rank }) {
      guard let members = groups[center] else { continue }
      let all = members + [center]
      let cluster = merged(all, center: center, zoom: zoom)
      for node in all { nodes[node].parent = nodes.count }
      shown.subtract(all)
      shown.insert(nodes.count)
      nodes.append(cluster)
    }
    visible[zoom] = shown.sorted { nodes[$0].rank < nodes[$1].rank }
  }

  /// Per center: the nodes that join it, the nearest of their centers.
  private mutating func pairs(_ level: [Int], _ neighbors: [Int: [(node: Int, distance: UInt64)]]) -> [Int: [Int]] {
    let states = rounds(level, neighbors.mapValues { $0.map(\.node) }, eligible: Set(level))
    undecidedCount += states.values.count { $0 == .undecided }
    var groups: [Int: [Int]] = [:]
    for node in level where states[node] == .covered {
      let centers = (neighbors[node] ?? []).filter { states[$0.node] == .center }
      let nearest = centers.min { a, b in a.distance != b.distance ? a.distance < b.distance : precedes(a.node, b.node)
      }
      if let nearest { groups[nearest.node, default: []].append(node) }
    }
    return groups
  }

  /// Per center of a group with `minPoints` points: the nodes that join it, over four passes.
  private mutating func crowds(_ level: [Int], _ neighbors: [Int: [(node: Int, distance: UInt64)]]) -> [Int: [Int]] {
    var groups: [Int: [Int]] = [:]
    var left = Set(level)
    for pass in 1...5 {
      let near = neighbors.filter { left.contains($0.key) }.mapValues { $0.map(\.node).filter(left.contains) }
      let eligible = left.filter { node in
        guard let others = near[node], !others.isEmpty else { return false }
        return others.reduce(nodes[node].count) { $0 + nodes[$1].count } >= options.minPoints
      }
      if pass == 5 { unfinishedCount += eligible.count }
      guard pass < 5, !eligible.isEmpty else { break }
      let states = rounds(Array(left), near, eligible: eligible)
      undecidedCount += eligible.count { states[$0] == .undecided }
      var joined: [Int: [Int]] = [:]
      for node in left.sorted() where states[node] == .covered {
        let centers = (near[node] ?? []).filter { states[$0] == .center }
        if let first = centers.min(by: precedes) { joined[first, default: []].append(node) }
      }
      for (center, members) in joined
      where (members + [center]).reduce(0, { $0 + nodes[$1].count }) >= options.minPoints {
        groups[center] = members
        left.subtract(members + [center])
      }
    }
    return groups
  }

  /// Eight synchronous rounds: in each, all new centers at once, then all newly covered at once.
  private func rounds(_ level: [Int], _ neighbors: [Int: [Int]], eligible: Set<Int>) -> [Int: State] {
    var states = Dictionary(uniqueKeysWithValues: level.map { ($0, State.undecided) })
    for _ in 1...8 {
      let before = states
      for node in level where before[node] == .undecided && eligible.contains(node) {
        let preceding = (neighbors[node] ?? []).filter { eligible.contains($0) && precedes($0, node) }
        if preceding.allSatisfy({ before[$0] == .covered }) { states[node] = .center }
      }
      let withCenters = states
      for node in level where withCenters[node] == .undecided {
        if (neighbors[node] ?? []).contains(where: { withCenters[$0] == .center }) { states[node] = .covered }
      }
    }
    return states
  }

  private func merged(_ all: [Int], center: Int, zoom: Int) -> Node {
    var cluster = nodes[center]
    cluster.createdZoom = zoom
    cluster.count = all.reduce(0) { $0 + nodes[$1].count }
    cluster.weight = all.reduce(0) { $0 + nodes[$1].weight }
    guard options.position == .mean else { return cluster }
    let shares = all.map { cluster.weight == 0 ? nodes[$0].count : nodes[$0].weight }
    let total = shares.reduce(0, +)
    var (east, south) = (0, 0)
    for (node, share) in zip(all, shares) {
      let offset = (nodes[node].x - nodes[center].x + 3 * (1 << 31)) % (1 << 32) - (1 << 31)
      east += share * offset
      south += share * (nodes[node].y - nodes[center].y)
    }
    cluster.x = (nodes[center].x + Self.rounded(east, total) + (1 << 32)) % (1 << 32)
    cluster.y = nodes[center].y + Self.rounded(south, total)
    return cluster
  }

  /// floor(sum / total + 1/2).
  private static func rounded(_ sum: Int, _ total: Int) -> Int {
    let numerator = 2 * sum + total
    let quotient = numerator / (2 * total)
    return numerator % (2 * total) < 0 ? quotient - 1 : quotient
  }
}
