import MapMath
import OvertileSearching

/// Rings as closed paths over numbered positions, which have common positions and edges and cross nowhere else, linked into
/// the outlines of the area that they cover.
///
/// An edge that is passed in both directions divides nothing, and goes. At a position that is then passed more than once, a
/// path that comes in goes on by the edge that is next clockwise, as in `Arrangement`: so it goes around one connected
/// inside. O(n), without a sweep; polygons that rounding has turned inside out or moved over each other do not come
/// through, and an `Arrangement` serves them.
struct RoundedRings {
  let x: [Double]
  let y: [Double]
  /// Per edge: the position where it begins and where it ends.
  private(set) var sources: [Int32] = []
  private(set) var targets: [Int32] = []
  /// Per ring: the end of its edges.
  private(set) var ringEnds: [Int32] = []
  /// Per edge: the one after it; -1 if the edge has gone.
  private(set) var next: [Int32] = []
  /// Per position: whether more than one path passes it.
  private(set) var isBranch: [Bool]
  /// The first edge from each position, and per edge the next one from there; -1 for none.
  private var firsts: [Int32]
  private var others: [Int32] = []

  /// Makes paths over hot squares of polygons on whole coordinates.
  init(_ geometry: WorldGeometry, over columns: PixelColumns) {
    (x, y) = (columns.x, columns.y)
    isBranch = [Bool](repeating: false, count: x.count)
    firsts = [Int32](repeating: -1, count: x.count)
    sources.reserveCapacity(geometry.x.count + geometry.x.count / 4)
    for ring in geometry.ringEnds.indices {
      let start = sources.count
      for index in geometry.positions(ofRing: ring).dropLast() {
        columns.appendPath(from: index, of: geometry, to: &sources)
      }
      // An edge there and back divides nothing.
      if sources.count - start < 3 { sources.removeSubrange(start...) }
      ringEnds.append(Int32(sources.count))
    }
    connect()
  }

  /// The edges of a ring.
  func edges(ofRing ring: Int) -> Range<Int> { (ring == 0 ? 0 : Int(ringEnds[ring - 1]))..<Int(ringEnds[ring]) }

  /// The edges as they are at first.
  var steps: [Arrangement.Step] {
    ringEnds.indices.flatMap { ring in
      edges(ofRing: ring).map { Arrangement.Step(ring: Int32(ring), from: sources[$0], to: targets[$0]) }
    }
  }

  /// Connects each edge with the next one of its ring.
  private mutating func connect() {
    targets = [Int32](repeating: 0, count: sources.count)
    next = targets
    others = targets
    for ring in ringEnds.indices {
      let edges = edges(ofRing: ring)
      for edge in edges {
        let following = edge + 1 == edges.upperBound ? edges.lowerBound : edge + 1
        next[edge] = Int32(following)
        targets[edge] = sources[following]
        let source = Int(sources[edge])
        others[edge] = firsts[source]
        if firsts[source] >= 0 { isBranch[source] = true }
        firsts[source] = Int32(edge)
      }
    }
  }

  /// Links the edges that are left at the positions of several paths; false if these do not lie side by side there.
  mutating func link() -> Bool {
    // Per edge: the one before it in its ring.
    var previous = [Int32](repeating: 0, count: next.count)
    for edge in next.indices { previous[Int(next[edge])] = Int32(edge) }
    let branches = isBranch.indices.filter { isBranch[$0] }
    for position in branches {
      guard hasFewPaths(position) else { return false }
      removeOpposite(position, previous)
    }
    var outgoing: [Int32] = []
    var incoming: [Int32] = []
    for position in branches {
      outgoing.removeAll(keepingCapacity: true)
      incoming.removeAll(keepingCapacity: true)
      var edge = firsts[position]
      while edge >= 0 {
        if next[Int(edge)] >= 0 { outgoing.append(edge) }
        if next[Int(previous[Int(edge)])] >= 0 { incoming.append(previous[Int(edge)]) }
        edge = others[Int(edge)]
      }
      guard outgoing.count == incoming.count else { return false }
      isBranch[position] = outgoing.count > 1
      if outgoing.count == 1 { next[Int(incoming[0])] = outgoing[0] }
      if outgoing.count > 1, !link(outgoing, incoming, around: position) { return false }
    }
    return true
  }

  /// The most paths through a position that are compared with each other.
  private static let mostPaths = 64

  private func hasFewPaths(_ position: Int) -> Bool {
    var (edge, count) = (firsts[position], 0)
    while edge >= 0, count <= Self.mostPaths { (edge, count) = (others[Int(edge)], count + 1) }
    return count <= Self.mostPaths
  }

  /// Removes pairs of edges from and to a position that are opposite to each other.
  private mutating func removeOpposite(_ position: Int, _ previous: [Int32]) {
    var edge = firsts[position]
    while edge >= 0 {
      var other = firsts[position]
      while other >= 0, next[Int(edge)] >= 0 {
        let incoming = Int(previous[Int(other)])
        if next[incoming] >= 0, sources[incoming] == targets[Int(edge)], incoming != Int(edge) {
          next[incoming] = -1
          next[Int(edge)] = -1
        }
        other = others[Int(other)]
      }
      edge = others[Int(edge)]
    }
  }

  /// Links each edge that comes in with the next one clockwise; false if in and out do not alternate.
  private mutating func link(_ outgoing: [Int32], _ incoming: [Int32], around position: Int) -> Bool {
    var around: [(edge: Int32, isIncoming: Bool, dx: Double, dy: Double)] = []
    for (edges, isIncoming) in [(outgoing, false), (incoming, true)] {
      for edge in edges {
        let end = Int(isIncoming ? sources[Int(edge)] : targets[Int(edge)])
        around.append((edge, isIncoming, x[end] - x[position], y[end] - y[position]))
      }
    }
    around.sort { one, other in
      let (isWest, isOtherWest) = (
        one.dx < 0 || one.dx == 0 && one.dy < 0, other.dx < 0 || other.dx == 0 && other.dy < 0
      )
      return isWest == isOtherWest ? one.dx * other.dy > other.dx * one.dy : isOtherWest
    }
    guard var before = around.last else { return true }
    for end in around {
      guard end.isIncoming != before.isIncoming, end.dx * before.dy != before.dx * end.dy || isOpposite(end, before)
      else { return false }
      if end.isIncoming { next[Int(end.edge)] = before.edge }
      before = end
    }
    return true
  }

  private func isOpposite(
    _ one: (edge: Int32, isIncoming: Bool, dx: Double, dy: Double),
    _ other: (edge: Int32, isIncoming: Bool, dx: Double, dy: Double)
  ) -> Bool {
    one.dx * other.dx + one.dy * other.dy < 0
  }
}
