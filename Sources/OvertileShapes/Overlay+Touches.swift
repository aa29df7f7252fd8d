import MapMath

extension Overlay {
  /// Whether polygons without crossings between segment ends are valid; nil if the sweep cannot tell.
  ///
  /// - Parameter survey: the segments that have an end within another one.
  func isValid(touchingAt survey: CrossingSurvey) -> Bool? {
    let noded = noded(at: survey)
    return Overlay(noded).united().map { $0 == noded.canonical() }
  }

  /// The same rings, with a further position in each segment for each end of others that lies in it.
  private func noded(at survey: CrossingSurvey) -> WorldGeometry {
    let (segments, numbers) = differentSegments()
    var ends: [Int: [HotPixels.Vertex]] = [:]
    for (one, other) in survey.pairs {
      ends[one, default: []] += segments[other].ends(within: segments[one])
      ends[other, default: []] += segments[one].ends(within: segments[other])
    }
    var noded = WorldGeometry(kind: .polygons)
    for polygon in geometry.polygonEnds.indices {
      for ring in geometry.rings(ofPolygon: polygon) {
        for index in geometry.positions(ofRing: ring) {
          noded.append(x: geometry.x[index], y: geometry.y[index])
          guard index + 1 < geometry.ringEnds[ring], let inner = ends[numbers[index]] else { continue }
          let start = HotPixels.Vertex(x: geometry.x[index], y: geometry.y[index])
          noded.append(Set(inner).sorted { start.steps(to: $0) < start.steps(to: $1) })
        }
        noded.endRing()
      }
      noded.endPolygon()
    }
    return noded
  }
}

extension WorldGeometry {
  fileprivate mutating func append(_ vertices: [HotPixels.Vertex]) {
    for vertex in vertices { append(x: vertex.x, y: vertex.y) }
  }
}

extension HotPixels.Vertex {
  /// The position along the axes, which sorts the positions of one line.
  fileprivate func steps(to other: Self) -> Double { abs(other.x - x) + abs(other.y - y) }
}

extension SegmentContact.Segment {
  /// The ends of this segment that lie in another one, and are not ends of that.
  fileprivate func ends(within other: Self) -> [HotPixels.Vertex] {
    [HotPixels.Vertex(x: ax, y: ay), HotPixels.Vertex(x: bx, y: by)].filter { end in
      other.box.meets(BoxTree.Box(minX: end.x, minY: end.y, maxX: end.x, maxY: end.y))
        && !other.ends(atX: end.x, y: end.y) && SegmentContact.side(other, end.x, end.y) == 0
    }
  }
}
