import OvertileReprojection

/// A sample of a source's positions as they were read, to guess their coordinate reference system.
package struct CoordinateSample: Sendable, Codable {
  package private(set) var x: [Double] = []
  package private(set) var y: [Double] = []

  /// Positions of a slice, evenly spread.
  private static let perSlice = 64
  /// Positions of a source.
  private static let most = 2048
  /// The smallest extent in degrees that shrinks to a spot when it is read as meters.
  private static let leastDegrees = 0.01

  /// An empty sample.
  package init() {}

  /// Samples positions of a slice.
  package init(x: [Double], y: [Double]) {
    let step = max(1, x.count / Self.perSlice)
    for index in stride(from: 0, to: x.count, by: step) where x[index].isFinite && y[index].isFinite {
      self.x.append(x[index])
      self.y.append(y[index])
    }
  }

  /// Adds the sample of another slice.
  package mutating func add(_ other: CoordinateSample) {
    guard x.count < Self.most else { return }
    x += other.x
    y += other.y
  }

  /// Whether most positions that lie outside the area of use of the system would lie within it if first and second
  /// coordinate were exchanged.
  func isExchanged(for reprojector: Reprojector) throws -> Bool {
    let worker = try reprojector.makeWorker()
    let (asRead, exchanged) = (Self.inside(x, y, worker), Self.inside(y, x, worker))
    return x.count > 0 && asRead * 2 < x.count && exchanged * 10 >= x.count * 9
  }

  private static func inside(_ x: [Double], _ y: [Double], _ worker: ReprojectionWorker) -> Int {
    var (x, y) = (x, y)
    let outcome = worker.transform(x: &x, y: &y)
    return x.count - outcome.outsideAreaOfUse - outcome.failures.count
  }

  /// Whether the positions look like degrees, in a system of meters or feet: degrees by their size, and close together
  /// once they are transformed.
  func isDegrees(for reprojector: Reprojector) throws -> Bool {
    guard let west = x.min(), let east = x.max(), let south = y.min(), let north = y.max(),
      max(abs(west), abs(east)) <= 180, max(abs(south), abs(north)) <= 90,
      max(east - west, north - south) > Self.leastDegrees
    else { return false }
    var (x, y) = ([west, east], [south, north])
    let outcome = try reprojector.makeWorker().transform(x: &x, y: &y)
    guard outcome.failures.isEmpty else { return false }
    return max(abs(x[1] - x[0]), abs(y[1] - y[0])) * 1000 < max(east - west, north - south)
  }
}
