/// The single points of one overlay, sorted out by where they stand.
///
/// A marker stands at one position in all its tiles. The points of a MultiPoint stand at several, each in the tiles of
/// its own.
struct PointGroups {
  private struct Cell: Hashable {
    let x: Int64
    let y: Int64
  }

  /// Tile units round the world.
  private let around: Int64
  /// How far positions of one point may be apart.
  private let tolerance: Int64
  private var numbers: [Cell: [Int]] = [:]
  /// The appearances of each point, in their order.
  private(set) var groups: [[Appearance]] = []

  /// Sorts appearances out. Expected O(appearances).
  init(_ overlay: ArraySlice<Appearance>, around: Int64, tolerance: Int64) {
    (self.around, self.tolerance) = (around, tolerance)
    for appearance in overlay { add(appearance) }
  }

  private mutating func add(_ appearance: Appearance) {
    let own = cell(appearance, 0, 0)
    for dx in -1...1 as ClosedRange<Int64> {
      for dy in -1...1 as ClosedRange<Int64> {
        for number in numbers[cell(appearance, dx, dy)] ?? [] where isNear(groups[number][0], appearance) {
          groups[number].append(appearance)
          return
        }
      }
    }
    numbers[own, default: []].append(groups.count)
    groups.append([appearance])
  }

  /// The cell of a position, moved by some cells; cells are as wide as the tolerance.
  private func cell(_ appearance: Appearance, _ dx: Int64, _ dy: Int64) -> Cell {
    let side = tolerance + 1
    let x = wrapped(appearance.x &+ dx * side)
    return Cell(x: x / side, y: (appearance.y &+ dy * side) / side)
  }

  private func wrapped(_ x: Int64) -> Int64 { (x % around + around) % around }

  private func isNear(_ a: Appearance, _ b: Appearance) -> Bool {
    let dx = wrapped(a.x &- b.x)
    return min(dx, around - dx) <= tolerance && abs(a.y &- b.y) <= tolerance
  }
}
