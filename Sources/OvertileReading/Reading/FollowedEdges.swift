import OvertileCore
import OvertileReprojection

/// The positions that lines and polygons of a source with a plane of its own need to keep to their edges on the map.
struct FollowedEdges {
  /// The features with an edge that cannot be followed, ascending: the first such edge of each.
  private(set) var failures: [FeatureMapping.FeatureDiagnostic] = []
  private let plane: GeometryColumns
  private var follower: EdgeFollower
  // The lines and rings with their added positions, in degrees.
  private var x: [Double] = []
  private var y: [Double] = []
  /// The number of positions added to the feature so far.
  private var added = 0

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
    var ringEnds: [UInt32] = []
    x.reserveCapacity(geometry.x.count)
    y.reserveCapacity(geometry.y.count)
    for feature in usable.indices {
      added = 0
      for element in geometry.elements(ofFeature: feature) {
        for ring in geometry.rings(ofElement: element) {
          let (start, positions) = (x.count, geometry.coordinates(ofRing: ring))
          if usable[feature], geometry.elementKinds[element] != .points {
            let turned = follow(positions, geometry, of: feature)
            usable[feature] = turned != nil
            if abs(turned ?? 0) > 180, isClockwise(positions) {
              x[start...].reverse()
              y[start...].reverse()
            }
          } else {
            x += geometry.x[positions]
            y += geometry.y[positions]
          }
          ringEnds.append(UInt32(x.count))
        }
      }
    }
    (geometry.x, geometry.y, geometry.ringEnds) = (x, y, ringEnds)
  }

  /// Follows the edges of a line or ring; returns the degrees by which it turns around the Earth, nil if one cannot be
  /// followed.
  private mutating func follow(_ positions: Range<Int>, _ geometry: GeometryColumns, of feature: Int) -> Double? {
    var turned = 0.0
    guard var start = positions.first.map({ end(at: $0, geometry) }) else { return turned }
    x.append(start.longitude)
    y.append(start.latitude)
    for index in positions.dropFirst() {
      let end = end(at: index, geometry)
      defer { start = end }
      var last = start.longitude
      do throws(EdgeFollower.Fault) {
        try follower.follow(start, end)
        added += follower.longitudes.count
        if added > Self.mostPositions { throw .tooCurved }
      } catch {
        failures.append(FeatureMapping.FeatureDiagnostic(feature, error, from: start, to: end))
        return nil
      }
      for longitude in follower.longitudes {
        turned += (longitude - last).remainder(dividingBy: 360)
        last = longitude
      }
      x += follower.longitudes
      y += follower.latitudes
      turned += (end.longitude - last).remainder(dividingBy: 360)
      x.append(end.longitude)
      y.append(end.latitude)
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
}

extension FeatureMapping.FeatureDiagnostic {
  /// The diagnostic for a feature with an edge that cannot be followed, whose ends are in the plane of the source.
  fileprivate init(_ feature: Int, _ fault: EdgeFollower.Fault, from: EdgeFollower.End, to: EdgeFollower.End) {
    let edge = "the edge from (\(from.x), \(from.y)) to (\(to.x), \(to.y))"
    switch fault {
    case .notTransformable:
      self.init(
        feature: feature, code: .notTransformed,
        reason: edge + " runs through positions that cannot be converted to longitude and latitude")
    case .tooCurved:
      self.init(
        feature: feature, code: .edgeTooCurved,
        reason: edge
          + " is straight in the source's coordinate system, but would need too many positions on the map (more than "
          + "\(EdgeFollower.mostPositions), or \(FollowedEdges.mostPositions) for all edges of the feature) or crosses a break "
          + "in the projection")
    }
  }
}
