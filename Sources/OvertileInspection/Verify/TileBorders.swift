import MapMath
import OvertileVectorTile

/// The borders that polygons of one tile share, for layers that were simplified together.
///
/// Neighbors have the positions of a border in common at every zoom. If two shapes differ between two positions that both
/// have, there is a gap or an overlap. It may be one of the source, such as a lake; then the next zoom shows it as well. If
/// their border is closed there, somebody or something has torn it.
struct TileBorders: Sendable {
  /// A part of two shapes' borders where they differ, between positions that they share.
  struct Gap: Sendable {
    /// The id of the shape.
    let shape: UInt64
    /// The neighbor beside it.
    let neighbor: UInt64
    /// The shared positions before and after it, in the order of the first shape.
    let start, end: SIMD2<Int32>
  }

  /// The rings of all shapes.
  private var rings: [(id: UInt64, positions: [SIMD2<Int32>])] = []
  /// Per directed edge, its start and its end: the shape that it belongs to.
  private var owners: [SIMD4<Int32>: UInt64] = [:]

  /// The most edges of a gap that is looked at, and of a border that is followed.
  private static let longestGap = 8
  private static let longestBorder = 4096

  /// Gathers the polygons of a tile. O(positions).
  init(_ features: [DecodedFeature]) {
    for feature in features where feature.geometry.kind == .polygons {
      guard let id = feature.id else { continue }
      for part in feature.geometry.partEnds.indices {
        let ring = feature.geometry.positions(ofPart: part).map {
          SIMD2(feature.geometry.x[$0], feature.geometry.y[$0])
        }
        rings.append((id, ring))
        for (index, position) in ring.enumerated() {
          owners[SIMD4(lowHalf: position, highHalf: ring[(index + 1) % ring.count])] = id
        }
      }
    }
  }

  /// The gaps and overlaps that are wider than rounding, and inside the buffer of the tile. O(positions).
  func gaps(extent: Int32, buffer: Int32) -> [Gap] {
    var found: [Gap] = []
    for (id, ring) in rings {
      for start in ring.indices where neighbor(of: id, ring, start) == nil {
        guard let before = neighbor(of: id, ring, start - 1) else { continue }
        var end = start
        while end - start < Self.longestGap, neighbor(of: id, ring, end) == nil { end += 1 }
        guard let after = neighbor(of: id, ring, end), after != before || id < before else { continue }
        let own = (start...end).map { ring[$0 % ring.count] }
        let (first, last) = (own[0], own[own.count - 1])
        guard own.allSatisfy({ min($0.x, $0.y) > -buffer && max($0.x, $0.y) < extent + buffer }),
          let (beside, others) = chain(from: last, to: first, of: [before, after]), Self.isWide(own + others)
        else { continue }
        found.append(Gap(shape: id, neighbor: beside, start: first, end: last))
      }
    }
    return found
  }

  /// Whether gaps of the tile above, as far as they are in this tile, are there, too; if not, they are not of the source.
  func check(_ above: [Gap], in tile: TileID, extent: Int32, _ place: Place) {
    for gap in above {
      let offset = SIMD2(Int32(tile.x & 1), Int32(tile.y & 1)) &* extent
      let (start, end) = (gap.start &* 2 &- offset, gap.end &* 2 &- offset)
      let isHere = [start.x, start.y, end.x, end.y].allSatisfy { 0 <= $0 && $0 <= extent }
      place.at(tile: tile.parent?.hilbertID, feature: gap.shape).require(
        !isHere || !isClosed(gap, from: start, to: end), .overlayBorder,
        "there is a gap or an overlap between the shape and its neighbor \(gap.neighbor), but not at zoom \(tile.z)")
    }
  }

  /// Whether the two shapes have a border without a gap from one position to another, each known to a unit.
  private func isClosed(_ gap: Gap, from start: SIMD2<Int32>, to end: SIMD2<Int32>) -> Bool {
    for (id, ring) in rings where id == gap.shape {
      for first in ring.indices where Self.isNear(ring[first], start) {
        var index = first
        while index - first < min(ring.count, Self.longestBorder),
          neighbor(of: id, ring, index) == gap.neighbor
        {
          index += 1
          if Self.isNear(ring[index % ring.count], end) { return true }
        }
      }
    }
    return false
  }

  /// The other shape that has the edge after a position of a ring, too, in the other direction.
  private func neighbor(of id: UInt64, _ ring: [SIMD2<Int32>], _ index: Int) -> UInt64? {
    let count = ring.count
    let owner = owners[SIMD4(lowHalf: ring[(index + 1 + count) % count], highHalf: ring[(index + count) % count])]
    return owner == id ? nil : owner
  }

  /// The neighbor beside a gap, one of those before and after it, and its positions between the ends of the gap, if few edges
  /// lead there.
  private func chain(
    from start: SIMD2<Int32>, to end: SIMD2<Int32>, of neighbors: [UInt64]
  ) -> (neighbor: UInt64, positions: [SIMD2<Int32>])? {
    for (owner, ring) in rings where neighbors.contains(owner) {
      guard let first = ring.firstIndex(of: start) else { continue }
      let chain = (first...first + min(ring.count, Self.longestGap)).map { ring[$0 % ring.count] }
      if let last = chain.dropFirst().firstIndex(of: end) { return (owner, Array(chain[1..<last])) }
    }
    return nil
  }

  /// Whether a ring is wider on average than rounding to the tile's grid makes it.
  private static func isWide(_ ring: [SIMD2<Int32>]) -> Bool {
    var (area, length) = (0.0, 0.0)
    for (index, position) in ring.enumerated() {
      let next = ring[(index + 1) % ring.count]
      area += Double(position.x) * Double(next.y) - Double(next.x) * Double(position.y)
      let (dx, dy) = (Double(next.x) - Double(position.x), Double(next.y) - Double(position.y))
      length += (dx * dx + dy * dy).squareRoot()
    }
    // Half of the outline is the length of the gap; a position that is rounded otherwise makes it half a unit wide.
    return abs(area) / 2 > 0.75 * length / 2
  }

  private static func isNear(_ a: SIMD2<Int32>, _ b: SIMD2<Int32>) -> Bool {
    let distance = a &- b
    return abs(distance.x) <= 1 && abs(distance.y) <= 1
  }
}
