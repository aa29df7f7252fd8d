import MapMath

extension TileGeometry {
  /// The sign of a ring's shoelace sum: 1 for an exterior, -1 for a hole, 0 for a ring without area. Exact.
  /// O(positions).
  func winding(ofPart part: Int) -> Int {
    let ring = positions(ofPart: part)
    // The upper and the lower halves of the products are added by themselves, so that no sum overflows.
    var (high, low): (Int64, Int64) = (0, 0)
    var previous = ring.upperBound - 1
    for position in ring {
      let (plus, minus) = (Int64(x[previous]) * Int64(y[position]), Int64(x[position]) * Int64(y[previous]))
      high += plus >> 32 - minus >> 32
      low += plus & 0xFFFF_FFFF - minus & 0xFFFF_FFFF
      previous = position
    }
    high += low >> 32
    return Int((high == 0 ? low & 0xFFFF_FFFF : high).signum())
  }

  /// Removes the rings without area. O(positions).
  mutating func dropFlatRings() {
    var kept = TileGeometry(kind: kind)
    for part in partEnds.indices where winding(ofPart: part) != 0 {
      kept.x += x[positions(ofPart: part)]
      kept.y += y[positions(ofPart: part)]
      kept.endPart()
    }
    self = kept
  }

  private static let firstIsHole =
    "the first ring is wound as a hole, but section 4.3.4.4 of MVT 2.1 requires an exterior ring first"

  /// Throws if a ring has no area, or if the first ring is wound as a hole. If `mayTurn` is true, such a first ring is
  /// no error: all rings are reversed instead. Layers of version 1 need this, because that version fixed no winding.
  mutating func checkWinding(mayTurn: Bool) throws(VectorTileError) {
    for part in partEnds.indices where winding(ofPart: part) == 0 {
      throw VectorTileError(code: .geometry, reason: "ring \(part) has no area")
    }
    guard winding(ofPart: 0) < 0 else { return }
    guard mayTurn else { throw VectorTileError(code: .geometry, reason: Self.firstIsHole) }
    for part in partEnds.indices {
      x[positions(ofPart: part)].reverse()
      y[positions(ofPart: part)].reverse()
    }
  }

  /// The rings of each polygon as ranges of parts, the exterior first. A hole without an exterior belongs to the
  /// previous polygon. O(positions).
  package var polygonParts: [Range<Int>] {
    var starts = partEnds.indices.filter { $0 == 0 || winding(ofPart: $0) > 0 }
    starts.append(partEnds.count)
    return zip(starts, starts.dropFirst()).map { $0..<$1 }
  }
}
