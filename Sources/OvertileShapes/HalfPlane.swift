import MapMath

/// One side of a line x = bound or y = bound: the side that a clip keeps.
///
/// Half open, so that a position exactly on a line between two halves belongs to one of them: a lower half holds values
/// less than the bound, an upper half values equal or greater.
struct HalfPlane {
  enum Axis { case x, y }

  /// The coordinate that the line fixes.
  let axis: Axis
  /// The position of the line.
  let bound: Double
  /// Whether the half below the bound is kept, rather than the half from the bound up.
  let keepsBelow: Bool

  /// The part of a geometry in this half; parts that only touch the line from outside vanish. O(n log n) in the crossings.
  func clip(_ geometry: ClipGeometry) -> ClipGeometry {
    switch geometry.kind {
    case .points: geometry
    case .lines: clipLines(geometry.shape)
    case .polygons: clipPolygons(geometry)
    }
  }

  @inline(__always)
  func holds(_ geometry: WorldGeometry, _ index: Int) -> Bool {
    let value = axis == .x ? geometry.x[index] : geometry.y[index]
    return keepsBelow ? value < bound : value >= bound
  }

  /// The free coordinate at which the segment between two positions on different sides meets the line.
  ///
  /// Computed from the end with the smaller fixed coordinate, so that both directions of a segment give the same bits.
  func crossing(_ geometry: WorldGeometry, _ a: Int, _ b: Int) -> Double {
    let (fixed, free) = axis == .x ? (geometry.x, geometry.y) : (geometry.y, geometry.x)
    let (low, high) = fixed[a] <= fixed[b] ? (a, b) : (b, a)
    if fixed[low] == bound { return free[low] }
    if fixed[high] == bound { return free[high] }
    let share = (bound - fixed[low]) / (fixed[high] - fixed[low])
    let value = free[low] + share * (free[high] - free[low])
    return min(max(value, min(free[low], free[high])), max(free[low], free[high]))
  }

  /// The position on the line with a free coordinate.
  func position(_ free: Double) -> (x: Double, y: Double) {
    axis == .x ? (bound, free) : (free, bound)
  }

  private func clipLines(_ geometry: WorldGeometry) -> ClipGeometry {
    var result = ClipGeometry(kind: .lines)
    for line in geometry.ringEnds.indices {
      let positions = geometry.positions(ofRing: line)
      guard var isInside = positions.first.map({ holds(geometry, $0) }) else { continue }
      if isInside { result.append(x: geometry.x[positions.lowerBound], y: geometry.y[positions.lowerBound]) }
      for index in positions.dropFirst() {
        let wasInside = isInside
        isInside = holds(geometry, index)
        if wasInside != isInside {
          let cut = position(crossing(geometry, index - 1, index))
          result.append(x: cut.x, y: cut.y)
        }
        if isInside { result.append(x: geometry.x[index], y: geometry.y[index]) }
        if wasInside, !isInside { result.endRing(isHole: false) }
      }
      result.endRing(isHole: false)
    }
    return result
  }
}
