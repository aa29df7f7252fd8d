/// The single points of one overlay, grouped by position.
///
/// A marker is at one position in all its tiles. The points of a MultiPoint are at several, each in tiles of its own.
struct PointGroups {
  private struct Cell: Hashable {
    let x: Int64
    let y: Int64
  }

  /// Tile units around the world.
  private let around: Int64
  /// The tolerance between positions of one point.
  private let tolerance: Int64
  private var numbers: [Cell: [Int]] = [:]
  /// The occurrences of each point, in their order.
  private(set) var groups: [[FeatureOccurrence]] = []

  /// Groups occurrences. Expected O(occurrences).
  init(_ overlay: ArraySlice<FeatureOccurrence>, around: Int64, tolerance: Int64) {
    (self.around, self.tolerance) = (around, tolerance)
    for occurrence in overlay { add(occurrence) }
  }

  private mutating func add(_ occurrence: FeatureOccurrence) {
    let own = cell(occurrence, 0, 0)
    for dx in -1...1 as ClosedRange<Int64> {
      for dy in -1...1 as ClosedRange<Int64> {
        for number in numbers[cell(occurrence, dx, dy)] ?? [] where isNear(groups[number][0], occurrence) {
          groups[number].append(occurrence)
          return
        }
      }
    }
    numbers[own, default: []].append(groups.count)
    groups.append([occurrence])
  }

  /// The cell of a position, shifted by some cells; cells are as wide as the tolerance.
  private func cell(_ occurrence: FeatureOccurrence, _ dx: Int64, _ dy: Int64) -> Cell {
    let side = tolerance + 1
    let x = wrapped(occurrence.x &+ dx * side)
    return Cell(x: x / side, y: (occurrence.y &+ dy * side) / side)
  }

  private func wrapped(_ x: Int64) -> Int64 { (x % around + around) % around }

  private func isNear(_ a: FeatureOccurrence, _ b: FeatureOccurrence) -> Bool {
    let dx = wrapped(a.x &- b.x)
    return min(dx, around - dx) <= tolerance && abs(a.y &- b.y) <= tolerance
  }
}
