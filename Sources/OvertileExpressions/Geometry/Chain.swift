/// Positions joined by segments, cut into sections with bounds, so that far sections are not measured.
struct Chain: Sendable {
  let positions: [Position]
  /// Per section: its segments by their first positions, and its bounds.
  let stretches: [(segments: Range<Int>, bounds: DegreeBounds)]

  private static let stretchLength = 32

  /// Joins positions; a single one is a segment of no length.
  init(_ positions: [Position]) {
    let all = positions.count == 1 ? positions + positions : positions
    stretches = stride(from: 0, to: all.count - 1, by: Self.stretchLength).map { start in
      let end = min(start + Self.stretchLength, all.count - 1)
      return (start..<end, DegreeBounds(path: all[start...end]))
    }
    self.positions = all
  }

  /// The smaller of a distance so far and the distance of two chains; 0 if they cross.
  /// O(segments of both) times the segments of sections that are near each other.
  func distance(from other: Chain, atMost best: Double, _ ruler: CheapRuler) -> Double {
    var best = best
    for stretch in stretches {
      for theirs in other.stretches where stretch.bounds.distance(from: theirs.bounds, ruler) < best {
        for i in stretch.segments {
          for j in theirs.segments {
            let (a, b) = (positions[i], positions[i + 1])
            let (c, d) = (other.positions[j], other.positions[j + 1])
            if Cylinder.degrees.cross(a, b, c, d) { return 0 }
            best = min(best, ruler.distance(ofSegment: a, b, fromSegment: c, d))
          }
        }
      }
    }
    return best
  }
}

/// The rectangle around some positions, in degrees.
struct DegreeBounds: Sendable {
  private let west, south, east, north: Double

  /// The bounds of positions, at least one.
  init(path positions: ArraySlice<Position>) {
    let (x, y) = (positions.map(\.x), positions.map(\.y))
    (west, south, east, north) = (x.min() ?? 0, y.min() ?? 0, x.max() ?? 0, y.max() ?? 0)
  }

  /// A lower bound of the distance between two rectangles, whichever way around the world.
  func distance(from other: DegreeBounds, _ ruler: CheapRuler) -> Double {
    let latitude = max(0, max(other.south - north, south - other.north))
    // From the western edge of each to that of the other, less its width.
    let ahead = Cylinder.degrees.turned(other.west - west) - (east - west)
    let behind = Cylinder.degrees.turned(west - other.west) - (other.east - other.west)
    return ruler.length(max(0, min(ahead, behind)), latitude)
  }
}
