/// Positions joined by segments, cut into sections with bounds, so that far sections are not measured.
struct Chain: Sendable {
  let positions: [Position]
  /// Per section: its segments by their first positions, and its bounds.
  let stretches: [(segments: Range<Int>, bounds: DegreeBounds)]

  private static let stretchLength = 32

  /// Joins positions; a single one is a segment of no length.
  init(_ positions: [Position]) {
    self.positions = positions.count == 1 ? positions + positions : positions
    var stretches: [(segments: Range<Int>, bounds: DegreeBounds)] = []
    for start in stride(from: 0, to: self.positions.count - 1, by: Self.stretchLength) {
      let end = min(start + Self.stretchLength, self.positions.count - 1)
      stretches.append((start..<end, DegreeBounds(path: self.positions[start...end])))
    }
    self.stretches = stretches
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
            if Planar.cross(a, b, c, d) { return 0 }
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
  private var west = Double.infinity
  private var south = Double.infinity
  private var east = -Double.infinity
  private var north = -Double.infinity

  /// The bounds of positions.
  init(path positions: ArraySlice<Position>) {
    for position in positions {
      (west, east) = (min(west, position.longitude), max(east, position.longitude))
      (south, north) = (min(south, position.latitude), max(north, position.latitude))
    }
  }

  /// A lower bound of the distance between two rectangles, whichever way around the world.
  func distance(from other: DegreeBounds, _ ruler: CheapRuler) -> Double {
    let latitude = max(0, max(other.south - north, south - other.north))
    // From the western edge of each to that of the other, less its width.
    let ahead = Planar.turned(other.west - west) - (east - west)
    let behind = Planar.turned(west - other.west) - (other.east - other.west)
    return ruler.length(max(0, min(ahead, behind)), latitude)
  }
}

/// Predicates in degrees on a cylinder: there is no border at the antimeridian.
enum Planar {
  /// Whether two segments cross, each with its ends on different sides of the other.
  static func cross(_ a: Position, _ b: Position, _ c: Position, _ d: Position) -> Bool {
    let middle = (c.longitude + d.longitude - a.longitude - b.longitude) / 2
    let shift = middle - CheapRuler.wrapped(middle)
    let (a, b) = (a.moved(by: shift), b.moved(by: shift))
    let (p, q) = (vector(a, b), vector(c, d))
    guard q.x * p.y - q.y * p.x != 0 else { return false }
    return separates(c, d, a, b) && separates(a, b, c, d)
  }

  /// The number of a ring's edges north of a position; nil if the position lies on one.
  static func edges(of ring: [Position], northOf point: Position) -> Int? {
    var count = 0
    for (a, b) in zip(ring, ring.dropFirst()) {
      let (west, east) = a.longitude <= b.longitude ? (a, b) : (b, a)
      let longitude = west.longitude + turned(point.longitude - west.longitude)
      guard longitude <= east.longitude else { continue }
      let u = vector(west, Position(longitude: longitude, latitude: point.latitude))
      let v = vector(west, east)
      let side = v.x * u.y - v.y * u.x
      if side == 0, v.x != 0 || u.y * (u.y - v.y) <= 0 { return nil }
      if longitude < east.longitude, side < 0 { count += 1 }
    }
    return count
  }

  /// The same angle in 0..<360.
  static func turned(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    return rest < 0 ? rest + 360 : rest
  }

  /// Whether two positions lie on different sides of the line through a and b.
  private static func separates(_ a: Position, _ b: Position, _ p: Position, _ q: Position) -> Bool {
    let (line, u, v) = (vector(a, b), vector(a, p), vector(a, q))
    let (first, second) = (u.x * line.y - line.x * u.y, v.x * line.y - line.x * v.y)
    return (first > 0 && second < 0) || (first < 0 && second > 0)
  }

  private static func vector(_ a: Position, _ b: Position) -> (x: Double, y: Double) {
    (b.longitude - a.longitude, b.latitude - a.latitude)
  }
}
