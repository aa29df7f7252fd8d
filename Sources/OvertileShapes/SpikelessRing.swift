/// A ring in the making, without repeated positions and without spikes.
struct SpikelessRing {
  private(set) var positions: [SIMD2<Double>] = []

  mutating func removeAll() { positions.removeAll(keepingCapacity: true) }

  @inline(__always)
  mutating func append(_ new: SIMD2<Double>) {
    while let last = positions.last {
      if last.x == new.x, last.y == new.y { return }
      guard positions.count > 1, Self.isSpike(positions[positions.count - 2], last, new) else { break }
      positions.removeLast()
    }
    positions.append(new)
  }

  /// Removes repeated positions and spikes over the seam, and repeats the first position at the end.
  mutating func close() {
    var first = 0
    while positions.count - first >= 3 {
      let last = positions.count - 1
      if positions[last] == positions[first]
        || Self.isSpike(positions[last - 1], positions[last], positions[first])
      {
        positions.removeLast()
      } else if Self.isSpike(positions[last], positions[first], positions[first + 1]) {
        first += 1
      } else {
        break
      }
    }
    positions.removeFirst(first)
    guard positions.count >= 3 else { return removeAll() }
    positions.append(positions[0])
  }

  /// Whether the path a, b, c turns back on its own line at b.
  @inline(__always)
  private static func isSpike(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Bool {
    let (ux, uy, vx, vy) = (b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y)
    return ux * vy == uy * vx && ux * vx + uy * vy < 0
  }
}
