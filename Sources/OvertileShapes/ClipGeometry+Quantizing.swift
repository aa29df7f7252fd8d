import MapMath

extension ClipGeometry {
  /// This geometry in whole tile units of the tile at a column and row.
  ///
  /// Removes repeated positions, the spikes of rings (out and back along one line), lines without length and rings
  /// without area. Rings keep their roles. O(n).
  func quantized(_ cut: TileCut, column: Int, row: Int) -> ClipGeometry {
    var result = ClipGeometry(kind: kind)
    let (west, north) = (Double(column) * cut.tileSide, Double(row) * cut.tileSide)
    if kind == .lines {
      for line in ringEnds.indices {
        for index in positions(ofRing: line) {
          result.append(x: cut.quantized(x[index], from: west), y: cut.quantized(y[index], from: north))
        }
        result.endRing(isHole: false)
      }
      return result
    }
    result.reserve(x.count)
    var ring = SpikelessRing()
    let grid = TileUnits(cut, west: west, north: north)
    x.withUnsafeBufferPointer { x in
      y.withUnsafeBufferPointer { y in
        for polygon in polygonEnds.indices {
          for member in rings(ofPolygon: polygon) {
            ring.removeAll()
            for index in positions(ofRing: member).dropLast() { ring.append(grid.position(x[index], y[index])) }
            ring.close()
            result.append(ring.positions, isHole: isHole[member])
          }
          result.endPolygon()
        }
      }
    }
    return result
  }

  /// Adds a ring in the winding of its role; rounding may have turned it over.
  private mutating func append(_ ring: [SIMD2<Double>], isHole: Bool) {
    guard let origin = ring.first else { return }
    var (area, last) = (0.0, SIMD2<Double>.zero)
    for position in ring.dropFirst() {
      let next = position - origin
      area += last.x * next.y - next.x * last.y
      last = next
    }
    guard area != 0 else { return }
    append(closed: ring, isBackward: (area < 0) != isHole, isHole: isHole)
  }
}

/// The whole tile units of positions, as in `TileCut.quantized`.
private struct TileUnits {
  private let corner: SIMD2<Double>
  private let scale: Double

  init(_ cut: TileCut, west: Double, north: Double) {
    corner = SIMD2(west, north)
    // A tile's side is a power of two, so this is exact.
    scale = Double(cut.extent) / cut.tileSide
  }

  @inline(__always)
  func position(_ x: Double, _ y: Double) -> SIMD2<Double> {
    SIMD2(Self.floor((x - corner.x) * scale + 0.5), Self.floor((y - corner.y) * scale + 0.5))
  }

  @inline(__always)
  private static func floor(_ value: Double) -> Double {
    let whole = Double(Int64(value))
    return whole > value ? whole - 1 : whole
  }
}

/// A ring in the making, without repeated positions and without spikes.
private struct SpikelessRing {
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
