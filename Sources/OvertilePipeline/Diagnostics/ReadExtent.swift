import MapMath
import OvertileConfiguration

/// The smallest box in degrees around the positions of a source, for the message about `bounds` that keep none of them.
struct ReadExtent: Sendable {
  /// The edges of the box in degrees; nil without positions.
  var edges: (west: Double, south: Double, east: Double, north: Double)?

  /// Adds positions in degrees. O(positions).
  mutating func add(longitudes: [Double], latitudes: [Double]) {
    for (x, y) in zip(longitudes, latitudes) { add(x, y, x, y) }
  }

  /// Adds another extent.
  mutating func add(_ other: ReadExtent) {
    if let edges = other.edges { add(edges.west, edges.south, edges.east, edges.north) }
  }

  private mutating func add(_ west: Double, _ south: Double, _ east: Double, _ north: Double) {
    let old = edges ?? (west, south, east, north)
    edges = (min(old.west, west), min(old.south, south), max(old.east, east), max(old.north, north))
  }

  /// How the positions lie relative to bounds that hold none of them, and the order of the four numbers in which the
  /// list would hold some; nil without positions.
  func advice(_ bounds: CameraPreset.Bounds) -> String? {
    guard let edges else { return nil }
    let numbers = [edges.west, edges.south, edges.east, edges.north].map(Self.text)
    let lie =
      "; they lie within west \(numbers[0]), south \(numbers[1]), east \(numbers[2]), north \(numbers[3])"
    let configured = [bounds.west, bounds.south, bounds.east, bounds.north]
    let other = Self.orders.lazy.map { order in order.map { configured[$0] } }.first { holdsSome($0) }
    guard let other else { return lie }
    return lie + "; the order is west, south, east, north: bounds: [\(other.map(Self.text).joined(separator: ", "))] "
      + "would keep some"
  }

  /// The indices of west, south, east and north in lists of other orders: south, west, north, east; west, east, south,
  /// north; north, west, south, east; south, north, west, east.
  private static let orders = [[1, 0, 3, 2], [0, 2, 1, 3], [1, 2, 3, 0], [2, 0, 3, 1]]

  private func holdsSome(_ box: [Double]) -> Bool {
    guard let edges, box[1] <= box[3], abs(box[1]) <= 90, abs(box[3]) <= 90, box[0] <= box[2] else { return false }
    return box[0] <= edges.east && edges.west <= box[2] && box[1] <= edges.north && edges.south <= box[3]
  }

  private static func text(_ degrees: Double) -> String {
    let rounded = (degrees * 1e7).rounded() / 1e7
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
}
