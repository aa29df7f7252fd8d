import OvertileCore
import OvertileReprojection

/// The positions that lines and polygons of a source with a plane of its own need to keep to their edges on the map.
struct FollowedEdges {
  /// An edge that cannot be followed.
  struct Failure {
    let feature: Int
    let fault: EdgeFollower.Fault
    /// The ends of the edge in the plane of the source.
    let from, to: (x: Double, y: Double)
  }

  /// The features with an edge that cannot be followed, ascending: the first such edge of each.
  private(set) var failures: [Failure] = []
  private let plane: GeometryColumns
  private var follower: EdgeFollower
  /// Per edge that gets positions: its first end, and the end of its positions in `x` and `y`.
  private var runs: [(start: Int, end: Int)] = []
  private var x: [Double] = []
  private var y: [Double] = []
  /// The rings around a pole whose inside, in the plane, lies on their right.
  private var clockwise: [Int] = []

  /// The most positions that are added to a feature.
  static let mostPositions = 1 << 18

  /// Prepares to follow the edges of a batch.
  ///
  /// - Parameters:
  ///   - plane: the features of the batch in the plane of the source.
  ///   - tolerance: see `EdgeFollower`.
  init(_ plane: GeometryColumns, _ worker: ReprojectionWorker, tolerance: Double) {
    self.plane = plane
    follower = EdgeFollower(worker, tolerance: tolerance)
  }

  /// Adds the positions to lines and polygons in degrees, and turns rings around a pole so that their inside lies on the left.
  /// O(n), and O(positions added) calls of PROJ.
  ///
  /// - Parameter usable: per feature: whether its positions could be transformed; set to false for the `failures`.
  mutating func add(to geometry: inout GeometryColumns, usable: inout [Bool]) {
    for feature in usable.indices where usable[feature] {
      let before = x.count
      for element in geometry.elements(ofFeature: feature) where geometry.elementKinds[element] != .points {
        for ring in geometry.rings(ofElement: element) where usable[feature] {
          let turned = follow(ring, geometry, of: feature, most: before + Self.mostPositions)
          usable[feature] = turned != nil
          if abs(turned ?? 0) > 180, isClockwise(geometry.coordinates(ofRing: ring)) { clockwise.append(ring) }
        }
      }
    }
    if !runs.isEmpty { insert(into: &geometry) }
    for ring in clockwise {
      let positions = geometry.coordinates(ofRing: ring)
      geometry.x[positions].reverse()
      geometry.y[positions].reverse()
    }
  }

  /// Follows the edges of a line or ring; returns the degrees by which it turns around the Earth, nil if one cannot be
  /// followed.
  private mutating func follow(_ ring: Int, _ geometry: GeometryColumns, of feature: Int, most: Int) -> Double? {
    let positions = geometry.coordinates(ofRing: ring)
    var turned = 0.0
    guard var start = positions.first.map({ end(at: $0, geometry) }) else { return turned }
    for index in positions.dropFirst() {
      let end = end(at: index, geometry)
      defer { start = end }
      var last = start.longitude
      if !follower.isShort(start, end) {
        do throws(EdgeFollower.Fault) {
          try follower.follow(start, end)
          if x.count + follower.longitudes.count > most { throw .tooCurved }
        } catch {
          failures.append(Failure(feature: feature, fault: error, from: (start.x, start.y), to: (end.x, end.y)))
          return nil
        }
        for longitude in follower.longitudes {
          turned += (longitude - last).remainder(dividingBy: 360)
          last = longitude
        }
        x += follower.longitudes
        y += follower.latitudes
        if !follower.longitudes.isEmpty { runs.append((index - 1, x.count)) }
      }
      turned += (end.longitude - last).remainder(dividingBy: 360)
    }
    return turned
  }

  /// Whether the inside of a ring in the plane lies on its right.
  private func isClockwise(_ ring: Range<Int>) -> Bool {
    let (originX, originY) = (plane.x[ring.lowerBound], plane.y[ring.lowerBound])
    return zip(ring, ring.dropFirst()).reduce(0) { sum, ends in
      sum + (plane.x[ends.0] - originX) * (plane.y[ends.1] - originY)
        - (plane.x[ends.1] - originX) * (plane.y[ends.0] - originY)
    } < 0
  }

  private func end(at index: Int, _ geometry: GeometryColumns) -> EdgeFollower.End {
    EdgeFollower.End(x: plane.x[index], y: plane.y[index], longitude: geometry.x[index], latitude: geometry.y[index])
  }

  private func insert(into geometry: inout GeometryColumns) {
    var (longitudes, latitudes, ringEnds) = ([Double](), [Double](), [UInt32]())
    longitudes.reserveCapacity(geometry.x.count + x.count)
    latitudes.reserveCapacity(geometry.y.count + y.count)
    var (next, added) = (0, 0)
    var copied = 0
    for ring in geometry.ringEnds.indices {
      let ringEnd = Int(geometry.ringEnds[ring])
      while next < runs.count, runs[next].start < ringEnd {
        let run = runs[next]
        longitudes += geometry.x[copied...run.start] + x[added..<run.end]
        latitudes += geometry.y[copied...run.start] + y[added..<run.end]
        (copied, added, next) = (run.start + 1, run.end, next + 1)
      }
      longitudes += geometry.x[copied..<ringEnd]
      latitudes += geometry.y[copied..<ringEnd]
      copied = ringEnd
      ringEnds.append(UInt32(longitudes.count))
    }
    (geometry.x, geometry.y, geometry.ringEnds) = (longitudes, latitudes, ringEnds)
  }
}

extension FollowedEdges.Failure {
  /// The ledger's code and the reason in words.
  var diagnosis: (code: LedgerCode, reason: String) {
    let edge = "the edge from (\(from.x), \(from.y)) to (\(to.x), \(to.y))"
    return switch fault {
    case .notTransformable:
      (.notTransformed, edge + " runs through positions that cannot be converted to longitude and latitude")
    case .tooCurved:
      (
        .edgeTooCurved,
        edge
          + " is straight in the source's coordinate system, but would need too many positions on the map (more than "
          + "\(EdgeFollower.mostPositions), or \(FollowedEdges.mostPositions) for all edges of the feature) or crosses a break "
          + "in the projection"
      )
    }
  }
}
