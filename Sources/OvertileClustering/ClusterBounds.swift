import OvertileCore

/// The bounds of some points on the world grid. All four edges are positions of points, so inclusive.
///
/// x runs eastward from `west` to `east` and may cross the antimeridian, in which case `west` exceeds `east`.
/// Points all around the world have `west` 0 and `east` 2^32 - 1.
package struct ClusterBounds: Sendable, Hashable, BitwiseCopyable {
  /// World units east of longitude -180 of the western edge.
  package var west: UInt32
  /// World units south of the world's northern edge, of the northern edge.
  package var north: UInt32
  /// World units east of longitude -180 of the eastern edge.
  package var east: UInt32
  /// World units south of the world's northern edge, of the southern edge.
  package var south: UInt32

  /// Bounds by their edges.
  package init(west: UInt32, north: UInt32, east: UInt32, south: UInt32) {
    (self.west, self.north, self.east, self.south) = (west, north, east, south)
  }

  /// The bounds of one position.
  package init(x: UInt32, y: UInt32) {
    (west, north, east, south) = (x, y, x, y)
  }

  /// Per cluster: the bounds of its points, by ascending index.
  ///
  /// Each child's arc is laid out from the center in the direction of the child itself, the shorter way around; the
  /// cluster's arc spans them. That is the shortest arc whenever the points lie within half a world.
  static func all(nodes: NodeColumns, pointCount: Int) -> Column<ClusterBounds> {
    var spans = nodes.origins.map { BoundsSpan(originX: $0) }
    var bounds: Column<ClusterBounds> = []
    bounds.reserveCapacity(nodes.count - pointCount)
    spans.withUnsafeMutableBufferPointer { spans in
      // Children come before their parents.
      for node in 0..<nodes.count {
        let (x, parent) = (nodes.x[node], nodes.parents[node])
        var own = ClusterBounds(x: x, y: nodes.y[node])
        if node >= pointCount {
          own = spans[node - pointCount].bounds
          bounds.append(own)
        }
        if parent != NodeColumns.none { spans[Int(parent) - pointCount].add(own, around: x) }
      }
    }
    return bounds
  }
}

/// Bounds while they grow, x unwrapped as units east of an origin.
private struct BoundsSpan {
  let originX: UInt32
  var west = Int64.max
  var east = Int64.min
  var north = UInt32.max
  var south: UInt32 = 0

  init(originX: UInt32) { self.originX = originX }

  /// Adds the bounds of a node at `x`, which lies within them.
  mutating func add(_ bounds: ClusterBounds, around x: UInt32) {
    let offset = Int64(Int32(bitPattern: x &- originX))
    west = min(west, offset - Int64(x &- bounds.west))
    east = max(east, offset + Int64(bounds.east &- x))
    north = min(north, bounds.north)
    south = max(south, bounds.south)
  }

  var bounds: ClusterBounds {
    guard east - west < Int64(UInt32.max) else {
      return ClusterBounds(west: 0, north: north, east: .max, south: south)
    }
    return ClusterBounds(
      west: originX &+ UInt32(truncatingIfNeeded: west), north: north,
      east: originX &+ UInt32(truncatingIfNeeded: east), south: south)
  }
}
