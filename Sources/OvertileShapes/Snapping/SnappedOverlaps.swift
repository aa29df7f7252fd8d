import MapMath
import OvertileSearching

/// Segments that two polygons pass in the same direction once their borders are joined, where they did not overlap
/// before: both lie on the same side of such a segment, so one covers the other there.
///
/// This happens where a border is bent onto a vertex on the far side of a polygon that is narrower than the distance.
struct SnappedOverlaps {
  /// What to leave as it is in a shape.
  struct Fault {
    let shape: Int
    /// The origins of the segment's ends that were put in or moved.
    var origins: Set<SnappedShape.Origin>
    let polygon: Int

    /// The same, without the positions of the source.
    var withoutMoves: Self {
      var result = self
      result.origins = origins.filter { if case .segment = $0 { true } else { false } }
      return result
    }
  }

  private(set) var faults: [Fault] = []
  private let sources: [WorldGeometry]
  private let snapped: [Int: SnappedShape]
  private var locators: [Int: RingLocator] = [:]

  /// A segment of a shape, by its index and that of its first position.
  private struct Start {
    let shape, index: Int
  }

  /// The depths below a segment, in distances, at which polygons that overlapped before are both looked for, and the
  /// number of them at which both must be: an overlap from a mismatch is thin.
  private static let (depths, fewestDepths) = ([0.25, 0.5, 1.01, 1.5], 2)

  /// Finds them among some shapes and those that change. O(n) in these shapes, O(log n) for each such segment.
  init(
    _ snapped: [Int: SnappedShape], among others: Set<Int>, _ sources: [WorldGeometry], within distance: SnapDistance
  ) {
    (self.sources, self.snapped) = (sources, snapped)
    var changed: [GridPosition: [Start]] = [:]
    for (shape, result) in snapped where result.geometry.kind == .polygons {
      for index in Self.segments(result.geometry) where !isOld(Start(shape: shape, index: index)) {
        changed[Self.position(result.geometry, index), default: []].append(Start(shape: shape, index: index))
      }
    }
    guard !changed.isEmpty else { return }
    for shape in others.union(snapped.keys).sorted() where sources[shape].kind == .polygons {
      let geometry = self.geometry(shape)
      for index in Self.segments(geometry) {
        for one in changed[Self.position(geometry, index)] ?? [] where one.shape != shape {
          judge(one, Start(shape: shape, index: index), distance)
        }
      }
    }
  }

  private mutating func judge(_ one: Start, _ other: Start, _ distance: SnapDistance) {
    let (a, b) = (geometry(one.shape), geometry(other.shape))
    guard Self.position(a, one.index + 1) == Self.position(b, other.index + 1) else { return }
    let isShared = source(one).map { ends in source(other).map { $0 == ends } ?? false } ?? false
    guard !isShared, !overlapped(one, other, distance) else { return }
    let found = [one, other].compactMap { start in
      snapped[start.shape].map { shape in
        Fault(
          shape: start.shape, origins: Set([shape.origins[start.index], shape.origins[start.index + 1]]),
          polygon: shape.geometry.polygon(ofPosition: start.index))
      }
    }
    // If positions were put in, it is enough to leave them out.
    let split = found.map(\.withoutMoves).filter { !$0.origins.isEmpty }
    faults += split.isEmpty ? found : split
  }

  /// Whether both sources hold a position below a segment.
  private mutating func overlapped(_ one: Start, _ other: Start, _ distance: SnapDistance) -> Bool {
    let geometry = geometry(one.shape)
    let (start, end) = (Self.position(geometry, one.index), Self.position(geometry, one.index + 1))
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = (dx * dx + dy * dy).squareRoot()
    let middle = (x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
    let reach = max(1, distance.units(y: middle.y))
    let found = Self.depths.count { depth in
      let (x, y) = (middle.x - dy / length * depth * reach, middle.y + dx / length * depth * reach)
      return holds(one.shape, x, y) && holds(other.shape, x, y)
    }
    return found >= Self.fewestDepths
  }

  private mutating func holds(_ shape: Int, _ x: Double, _ y: Double) -> Bool {
    let source = sources[shape]
    let locator =
      locators[shape]
      ?? RingLocator(
        source.x, source.y,
        rings: source.ringEnds.indices.map { (number: $0, positions: source.positions(ofRing: $0)) })
    locators[shape] = locator
    var met = 0
    return locator.rings(roundX: x, y: y, met: &met).inside.count % 2 == 1
  }

  private func geometry(_ shape: Int) -> WorldGeometry { snapped[shape]?.geometry ?? sources[shape] }

  /// The ends of a segment in the source; nil if it is not one there.
  private func source(_ start: Start) -> [GridPosition]? {
    let source = sources[start.shape]
    guard let shape = snapped[start.shape] else {
      return [Self.position(source, start.index), Self.position(source, start.index + 1)]
    }
    guard case .position(let first) = shape.origins[start.index],
      case .position(let last) = shape.origins[start.index + 1], last == first + 1
    else { return nil }
    return [Self.position(source, first), Self.position(source, last)]
  }

  /// Whether a segment of a shape that changes is one of its source.
  private func isOld(_ start: Start) -> Bool {
    let geometry = geometry(start.shape)
    return source(start) == [Self.position(geometry, start.index), Self.position(geometry, start.index + 1)]
  }

  private static func position(_ geometry: WorldGeometry, _ index: Int) -> GridPosition {
    GridPosition(x: geometry.x[index], y: geometry.y[index])
  }

  /// The first positions of the segments that have a length.
  private static func segments(_ geometry: WorldGeometry) -> [Int] {
    geometry.ringEnds.indices.flatMap { ring in
      geometry.positions(ofRing: ring).dropLast().filter { position(geometry, $0) != position(geometry, $0 + 1) }
    }
  }
}

extension BorderSnapping {
  /// Keeps what would make polygons overlap that did not, as it is in all results from now on.
  ///
  /// - Returns: whether anything of it was not kept before.
  mutating func keepOverlaps(_ snapped: [Int: SnappedShape], _ sources: [WorldGeometry]) -> Bool {
    let before = self
    var hasNew = false
    for fault in SnappedOverlaps(snapped, among: nearShapes, sources, within: distance).faults {
      if !before.areKept(fault.origins, sources[fault.shape]) {
        keep(fault.origins, ofShape: fault.shape, sources[fault.shape])
        hasNew = true
      } else if keep([fault.polygon], ofShape: fault.shape, sources) {
        hasNew = true
      }
    }
    return hasNew
  }
}

extension WorldGeometry {
  /// The polygon that has a position, by its index. O(log n).
  fileprivate func polygon(ofPosition index: Int) -> Int {
    let ring = ringEnds.partitioningIndex { $0 > index }
    return polygonEnds.partitioningIndex { $0 > ring }
  }
}
