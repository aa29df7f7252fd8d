import MapMath

/// A shape whose border was joined with others, and where its positions come from. Positions may be repeated.
package struct SnappedShape: Sendable, Equatable {
  /// The origin of a position.
  package enum Origin: Sendable, Hashable {
    /// A position of the source, by its index, perhaps moved.
    case position(Int)
    /// A position of another shape that was put into the segment of the source that begins at an index.
    case segment(Int)
  }

  /// The shape; it has the rings and polygons of its source.
  package internal(set) var geometry: WorldGeometry
  /// Per position: its origin.
  private(set) var origins: [Origin] = []

  init(geometry: WorldGeometry) { self.geometry = geometry }

  /// Adds a position to the open ring.
  mutating func append(_ position: GridPosition, _ origin: Origin) {
    geometry.append(x: position.x, y: position.y)
    origins.append(origin)
  }

  /// The origins of segments that cross or overlap others of the shape. O(n log n) and the pairs whose boxes meet.
  var crossingOrigins: Set<Origin> {
    let (x, y) = (geometry.x, geometry.y)
    var starts: [Int] = []
    for ring in geometry.ringEnds.indices {
      for start in geometry.positions(ofRing: ring).dropLast()
      where x[start] != x[start + 1] || y[start] != y[start + 1] {
        starts.append(start)
      }
    }
    let segments = starts.map { SegmentContact.Segment(x, y, $0) }
    let tree = BoxTree(segments.map(\.box))
    var found: Set<Origin> = []
    for (one, segment) in segments.enumerated() {
      _ = tree.allSatisfy(meeting: segment.box) { other in
        guard other != one, Self.isConflict(segment, segments[other]) else { return true }
        found.formUnion([origins[starts[one]], origins[starts[one] + 1]])
        return true
      }
    }
    return found
  }

  private static func isConflict(_ one: SegmentContact.Segment, _ other: SegmentContact.Segment) -> Bool {
    if one.ends(atX: other.ax, y: other.ay), one.ends(atX: other.bx, y: other.by) { return true }
    return SegmentContact.crossInside(one, other)
  }

  /// The polygons that differ from those of the source.
  package func changedPolygons(from source: WorldGeometry) -> [Int] {
    geometry.polygonEnds.indices.filter { geometry.polygons([$0]) != source.polygons([$0]) }
  }

  /// The polygons that have a ring without area, or wound otherwise than the same ring before.
  func turnedPolygons(from source: WorldGeometry) -> [Int] {
    geometry.polygonEnds.indices.filter { polygon in
      geometry.rings(ofPolygon: polygon).contains { ring in
        let area = Shoelace.doubledArea(geometry.x, geometry.y, geometry.positions(ofRing: ring))
        let before = Shoelace.doubledArea(source.x, source.y, source.positions(ofRing: ring))
        return area == 0 || (area > 0) != (before > 0)
      }
    }
  }
}
