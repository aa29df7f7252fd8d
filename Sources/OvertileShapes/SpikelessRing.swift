/// A ring in the making, without repeated positions and without spikes.
///
/// Its memory serves one ring after the other: an array would be asked for each position whether it is shared.
struct SpikelessRing: ~Copyable {
  private var memory = UnsafeMutablePointer<SIMD2<Double>>.allocate(capacity: 16)
  private var capacity = 16
  private var first = 0
  private var end = 0

  deinit { memory.deallocate() }

  /// Calls a closure with the positions of the ring, which are valid until it returns.
  @inline(__always)
  func withPositions<Result>(_ body: (UnsafeBufferPointer<SIMD2<Double>>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: memory + first, count: end - first))
  }

  /// Begins a ring of at most so many positions.
  mutating func begin(_ most: Int) {
    (first, end) = (0, 0)
    // The first position is repeated at the end.
    guard capacity <= most else { return }
    memory.deallocate()
    capacity = most + 1
    memory = .allocate(capacity: capacity)
  }

  /// Adds a position; not more than the ring was begun for.
  @inline(__always)
  mutating func append(_ new: SIMD2<Double>) {
    while end > 0 {
      let last = memory[end - 1]
      if last.x == new.x, last.y == new.y { return }
      guard end > 1, Self.isSpike(memory[end - 2], last, new) else { break }
      end -= 1
    }
    memory[end] = new
    end += 1
  }

  /// Removes repeated positions and spikes over the seam, and repeats the first position at the end.
  mutating func close() {
    while end - first >= 3 {
      let last = end - 1
      if memory[last] == memory[first] || Self.isSpike(memory[last - 1], memory[last], memory[first]) {
        end -= 1
      } else if Self.isSpike(memory[last], memory[first], memory[first + 1]) {
        first += 1
      } else {
        break
      }
    }
    guard end - first >= 3 else {
      end = first
      return
    }
    memory[end] = memory[first]
    end += 1
  }

  /// Whether the path a, b, c turns back on its own line at b.
  @inline(__always)
  private static func isSpike(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Bool {
    let (ux, uy, vx, vy) = (b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y)
    return ux * vy == uy * vx && ux * vx + uy * vy < 0
  }
}

extension UnsafeBufferPointer<SIMD2<Double>> {
  /// Twice the signed area of a closed ring; 0 if it has too few positions.
  @inline(__always)
  var doubledArea: Double { Shoelace.doubledArea(indices) { self[$0] } }
}
