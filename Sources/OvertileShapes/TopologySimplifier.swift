import MapMath

/// Douglas-Peucker in which lines and rings do not cross: the result of GEOSTopologyPreserveSimplify_r, position by
/// position, in less time.
///
/// A section of a line becomes one segment if all its positions are within the tolerance, if enough of the line
/// remains, and if the segment meets no other one except at common ends. The last test is made last, while GEOS 3.11
/// makes it for every section. O(n log n) for ordinary shapes. If sections are cut so unevenly that it would be O(n^2),
/// as by the first of a thousand equal teeth, later ones are cut in the middle: still within the tolerance, and by a
/// rule that depends on the shape alone. Sections wait on a stack of our own, so that no shape is too deep.
struct TopologySimplifier {
  private let shape: WorldGeometry
  private let scan: SectionScan
  private let tolerance: Double
  /// Segments by their rectangles; a segment's number is its first position minus the number of its ring.
  private var tree: BoxTree
  private let frame: BoxFrame
  /// Per segment: its first position.
  private var starts: [Int32]
  /// Per segment: the position at its end; 0 where it has become part of another.
  private var ends: [Int32]
  /// The number of further comparisons to cut sections where they are farthest from their segment.
  private var looks: Int
  /// The number of further pairs of segments that are compared before hulls are tested first.
  private var pairs: Int
  /// The positions at which segments begin, by their numbers, if sections are tested against them first.
  private var beginnings: PositionTree?

  /// The pairs of segments for each position, and at least: many times the need of ordinary shapes.
  private static let pairsPerPosition = 64
  private static let fewestPairs = 1 << 18

  /// Prepares a shape of lines or polygons on whole coordinates, to a tolerance in its units.
  ///
  /// - Parameter mostPairs: the pairs of segments after which hulls are tested first, which changes no result.
  init(_ shape: WorldGeometry, tolerance: Double, mostPairs: Int? = nil) {
    self.shape = shape
    scan = SectionScan(shape)
    self.tolerance = tolerance
    looks = scan.mostLooks
    pairs = mostPairs ?? max(shape.x.count * Self.pairsPerPosition, Self.fewestPairs)
    starts = []
    starts.reserveCapacity(shape.x.count)
    for ring in shape.ringEnds.indices {
      for position in shape.positions(ofRing: ring).dropLast() { starts.append(Int32(position)) }
    }
    ends = starts.map { $0 + 1 }
    let segment = { [starts] number in Segment(shape.x, shape.y, Int(starts[number])) }
    let frame = BoxFrame.suiting(starts.count, segment)
    self.frame = frame
    tree = BoxTree(starts.indices.map { frame.box(of: segment($0)) })
  }

  private typealias Segment = SegmentContact.Segment

  /// The simplified shape; a polygon without a visible ring is left out.
  mutating func simplified() -> WorldGeometry {
    var result = WorldGeometry(kind: shape.kind)
    guard shape.kind == .polygons else {
      for line in shape.ringEnds.indices { append(line, to: &result) }
      return result
    }
    for polygon in shape.polygonEnds.indices {
      for ring in shape.rings(ofPolygon: polygon) { append(ring, to: &result) }
      result.endPolygon()
    }
    return result
  }

  private struct Section {
    let first: Int
    let last: Int
    let depth: Int
  }

  private mutating func append(_ ring: Int, to result: inout WorldGeometry) {
    let positions = shape.positions(ofRing: ring)
    guard let first = positions.first, let last = positions.last, last > first else { return }
    let isClosed = shape.x[first] == shape.x[last] && shape.y[first] == shape.y[last]
    let fewest = isClosed ? 4 : 2
    let start = result.x.count
    var sections = [Section(first: first, last: last, depth: 1)]
    while let section = sections.popLast() {
      let count = result.x.count - start
      if section.last == section.first + 1 {
        result.append(x: shape.x[section.first], y: shape.y[section.first])
        continue
      }
      var farthest = scan.farthest(section.first, section.last)
      looks -= section.last - section.first
      if looks < 0 { farthest.position = section.first + (section.last - section.first) / 2 }
      // In the worst case every other section becomes one segment.
      let leavesEnough = (count == 0 ? 0 : count + 1) >= fewest || section.depth + 1 >= fewest
      if leavesEnough, farthest.distance <= tolerance, !meetsOthers(section, ring: ring) {
        flatten(section, ring: ring)
        result.append(x: shape.x[section.first], y: shape.y[section.first])
      } else {
        sections.append(Section(first: farthest.position, last: section.last, depth: section.depth + 1))
        sections.append(Section(first: section.first, last: farthest.position, depth: section.depth + 1))
      }
    }
    result.append(x: shape.x[last], y: shape.y[last])
    result.endRing()
  }

  /// Whether the segment between a section's ends meets a segment outside the section except at common ends.
  private mutating func meetsOthers(_ section: Section, ring: Int) -> Bool {
    let own = (section.first - ring)..<(section.last - ring)
    if let beginnings, isAlone(section, own, beginnings) { return false }
    let candidate = segment(from: section.first, to: section.last)
    let before = pairs
    let isApart = tree.allSatisfy(meeting: frame.box(of: candidate)) { number in
      guard !own.contains(number), ends[number] != 0 else { return true }
      pairs -= 1
      return !SegmentContact.crossInside(candidate, segment(from: Int(starts[number]), to: Int(ends[number])))
    }
    if before > 0, pairs <= 0, shape.kind == .polygons, shape.isStrictlySimple() {
      beginnings = PositionTree(starts.map { shape.x[Int($0)] }, starts.map { shape.y[Int($0)] })
    }
    return !isApart
  }

  /// Whether no position of others is in the hull of a section: then no segment of others meets the one between its
  /// ends.
  ///
  /// Such a segment would enter over that one and leave over it, which a straight one cannot, or over the section's
  /// own, which it does not meet: nothing touches in the shape, nor do the segments that were put into it.
  private func isAlone(_ section: Section, _ own: Range<Int>, _ beginnings: PositionTree) -> Bool {
    let (first, last) = (section.first, section.last)
    let ends = segment(from: first, to: last)
    if ends.ax == ends.bx, ends.ay == ends.by { return false }
    return !beginnings.contains(in: ConvexHull(shape.x, shape.y, first...last)) { number in
      let start = Int(starts[number])
      return self.ends[number] != 0 && !own.contains(number) && !ends.ends(atX: shape.x[start], y: shape.y[start])
    }
  }

  private func segment(from first: Int, to last: Int) -> Segment {
    Segment(ax: shape.x[first], ay: shape.y[first], bx: shape.x[last], by: shape.y[last])
  }

  /// Replaces a section by one segment.
  private mutating func flatten(_ section: Section, ring: Int) {
    let first = section.first - ring
    for number in first..<(section.last - ring) { ends[number] = 0 }
    ends[first] = Int32(section.last)
    tree.replace(first, with: frame.box(of: segment(from: section.first, to: section.last)))
  }
}
