import MapMath
import OvertileVectorTile

/// The lines and polygons of a layer in a tile, in columns, ascending by id. Those whose id occurs twice are left out.
///
/// A tile has hundreds of shapes of a few positions: columns take seven allocations, not six per shape.
final class TileShapes: Sendable {
  /// Per shape: the feature's id.
  let ids: [UInt64]
  /// Per shape: whether it is a polygon.
  let areClosed: [Bool]
  /// Per shape: the exclusive end of its positions.
  let ends: [Int]
  /// Per shape: the least x and y, and the greatest, in tile units.
  let boxes: [SIMD4<Int32>]
  /// Per position: tile units east.
  let x: [Int32]
  /// Per position: tile units south.
  let y: [Int32]
  /// Per position: the one after it in its ring or line; of the last position of a line, itself.
  let next: [Int32]

  /// Gathers the shapes among features. O(positions), and sorts those that are not in the order of their ids.
  init(_ features: [DecodedFeature]) {
    let found = Self.shapes(features)
    ids = found.map(\.id)
    areClosed = found.map { features[$0.index].geometry.kind == .polygons }
    let count = found.reduce(0) { $0 + features[$1.index].geometry.x.count }
    var (ends, boxes): ([Int], [SIMD4<Int32>]) = ([], [])
    var (x, y, next): ([Int32], [Int32], [Int32]) = ([], [], [])
    ends.reserveCapacity(found.count)
    boxes.reserveCapacity(found.count)
    x.reserveCapacity(count)
    y.reserveCapacity(count)
    next.reserveCapacity(count)
    for shape in found {
      let geometry = features[shape.index].geometry
      let base = Int32(x.count)
      var start = 0
      for end in geometry.partEnds where end > start {
        for index in start + 1..<end { next.append(base + Int32(index)) }
        next.append(base + Int32(geometry.kind == .polygons ? start : end - 1))
        start = end
      }
      x += geometry.x[..<start]
      y += geometry.y[..<start]
      ends.append(x.count)
      boxes.append(Self.box(geometry))
    }
    (self.ends, self.boxes, self.x, self.y, self.next) = (ends, boxes, x, y, next)
  }

  private static func box(_ geometry: TileGeometry) -> SIMD4<Int32> {
    var (low, high) = (SIMD2<Int32>(repeating: .max), SIMD2<Int32>(repeating: .min))
    for index in geometry.x.indices {
      let position = SIMD2(geometry.x[index], geometry.y[index])
      low = pointwiseMin(low, position)
      high = pointwiseMax(high, position)
    }
    return SIMD4(lowHalf: low, highHalf: high)
  }

  private static func shapes(_ features: [DecodedFeature]) -> [(id: UInt64, index: Int)] {
    var found: [(id: UInt64, index: Int)] = []
    found.reserveCapacity(features.count)
    var (isAscending, hasTwice) = (true, false)
    for (index, feature) in features.enumerated() where feature.geometry.kind != .points {
      guard let id = feature.id else { continue }
      if let last = found.last, last.id >= id { isAscending = false }
      found.append((id, index))
    }
    if !isAscending {
      found.sort { $0.id < $1.id }
      hasTwice = zip(found, found.dropFirst()).contains { $0.id == $1.id }
    }
    guard hasTwice else { return found }
    return found.indices.filter { index in
      !(index > 0 && found[index - 1].id == found[index].id)
        && !(index + 1 < found.count && found[index + 1].id == found[index].id)
    }.map { found[$0] }
  }

  /// The positions of a shape.
  func positions(of shape: Int) -> Range<Int> { (shape == 0 ? 0 : ends[shape - 1])..<ends[shape] }

  /// The approximate bytes that they take in memory.
  var bytes: Int { 384 + 33 * ids.count + 12 * x.count }
}
