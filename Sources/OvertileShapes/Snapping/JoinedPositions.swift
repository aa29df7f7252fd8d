import MapMath

/// Positions moved onto others: each to one that stays, so that none moves farther than the distance.
///
/// The nearest pairs come first. The other group moves to the one whose position belongs to more shapes, then to the one
/// whose position is first by x, then y. A position of several shapes moves in all of them. No two
/// positions of a shape become one.
struct JoinedPositions {
  /// Per number: the number of the position that it is moved to; its own if it stays.
  private(set) var targets: [Int32]
  /// Per number of a position that stays: the shapes that have it afterwards.
  private(set) var shapes: [[Int32]]
  /// Per number of a position that stays: itself and the positions that are moved to it.
  private var members: [[Int32]]
  private let matches: NearMatches
  private let areKept: [Bool]

  /// Joins pairs. O(pairs).
  ///
  /// - Parameter areKept: per number: whether the position must stay.
  init(_ matches: NearMatches, keeping areKept: [Bool]) {
    (self.matches, self.areKept, shapes) = (matches, areKept, matches.shapes)
    targets = matches.positions.indices.map { Int32($0) }
    members = targets.map { [$0] }
    for pair in matches.pairs { join(Int(targets[Int(pair.one)]), Int(targets[Int(pair.other)])) }
  }

  /// Moves one of two groups to the position of the other that stays, if all of it may.
  private mutating func join(_ one: Int, _ other: Int) {
    guard one != other, !shapes[one].contains(where: shapes[other].contains) else { return }
    let (low, high) = (min(one, other), max(one, other))
    let isHighFirst = matches.shapes[high].count > matches.shapes[low].count
    for (group, target) in isHighFirst ? [(low, high), (high, low)] : [(high, low), (low, high)]
    where members[group].allSatisfy({ isInReach(Int($0), of: target) }) {
      for member in members[group] { targets[Int(member)] = Int32(target) }
      members[target] += members[group]
      shapes[target] += shapes[group]
      return
    }
  }

  /// Whether a position may be moved to another: on the edge of the map it stays there, so that what is cut at the 180th
  /// meridian goes on beyond it.
  private func isInReach(_ one: Int, of other: Int) -> Bool {
    let (a, b) = (matches.positions[one], matches.positions[other])
    let reach = min(matches.reaches[one], matches.reaches[other])
    return !areKept[one] && a.squaredDistance(to: b) <= reach * reach && (a.x == b.x || !Self.isOnEdge(a.x))
      && (a.y == b.y || !Self.isOnEdge(a.y))
  }

  /// Whether a coordinate is that of an edge of the map.
  static func isOnEdge(_ coordinate: Double) -> Bool { coordinate == 0 || coordinate == WorldGrid.side }

  /// The shapes that have positions that move, and the number of these positions.
  var moved: (shapes: Set<Int32>, count: Int) {
    let moved = targets.indices.filter { !stays($0) }
    return (Set(moved.flatMap { matches.shapes[$0] }), moved.count)
  }

  /// Whether a position stays.
  func stays(_ number: Int) -> Bool { targets[number] == Int32(number) }

  /// Where a position of any shape is afterwards.
  func target(of position: GridPosition) -> GridPosition {
    matches.numbers[position].map { matches.positions[Int(targets[Int($0)])] } ?? position
  }
}
