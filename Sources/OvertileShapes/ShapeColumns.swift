import MapMath

/// Geometries in columns: many small ones in a few arrays.
///
/// A small geometry takes 8 bytes a position and some 17 more; by itself it is four arrays, of some 300 bytes before they
/// hold a position. Large geometries are kept as they are, and so are those with a position that is not a number of 32 bits
/// each way, as on the eastern edge of the map.
package struct ShapeColumns: Sendable {
  /// Per position of the small geometries: grid units.
  private var x: [UInt32] = []
  private var y: [UInt32] = []
  /// Per ring and polygon of the small geometries: its end as `WorldGeometry` has it.
  private var ringEnds: [UInt16] = []
  private var polygonEnds: [UInt16] = []
  /// Per geometry: its end in these columns.
  private var ends: [Ends] = []
  /// Per geometry: its kind; 0 if it is kept as it is.
  private var kinds: [UInt8] = []
  /// The geometries that are kept as they are, by their indices.
  private var whole: [Int: WorldGeometry] = [:]

  /// The end of a geometry in the columns of the small ones.
  private struct Ends {
    var positions, rings, polygons: UInt32
  }

  /// The most positions, and rings, of a small geometry.
  private static let most = 512

  /// Makes empty columns.
  package init() {}

  /// The number of geometries.
  package var count: Int { kinds.count }

  /// Whether there are no geometries.
  package var isEmpty: Bool { kinds.isEmpty }

  /// Adds a geometry. O(its positions).
  package mutating func append(_ shape: WorldGeometry) {
    let isSmall =
      shape.x.count <= Self.most && shape.ringEnds.count <= Self.most && shape.polygonEnds.count <= Self.most
      && addPositions(of: shape)
    if isSmall {
      for end in shape.ringEnds { ringEnds.append(UInt16(end)) }
      for end in shape.polygonEnds { polygonEnds.append(UInt16(end)) }
    } else {
      whole[count] = shape
    }
    ends.append(end)
    kinds.append(isSmall ? shape.kind.rawValue : 0)
  }

  /// Adds the geometries of other columns after these. O(their size).
  package mutating func append(_ other: ShapeColumns) {
    guard x.count + other.x.count <= Int(Int32.max) else {
      for index in 0..<other.count { append(other[index]) }
      return
    }
    let start = end
    ends.append(
      contentsOf: other.ends.map {
        Ends(
          positions: start.positions + $0.positions, rings: start.rings + $0.rings,
          polygons: start.polygons + $0.polygons)
      })
    for (index, shape) in other.whole { whole[count + index] = shape }
    x += other.x
    y += other.y
    ringEnds += other.ringEnds
    polygonEnds += other.polygonEnds
    kinds += other.kinds
  }

  /// Adds the positions of a geometry; none, if one of them does not fit, or the columns are full.
  private mutating func addPositions(of shape: WorldGeometry) -> Bool {
    let start = x.count
    guard start + Self.most <= Int(Int32.max) else { return false }
    for index in shape.x.indices {
      guard let px = UInt32(exactly: shape.x[index]), let py = UInt32(exactly: shape.y[index]) else {
        x.removeSubrange(start...)
        y.removeSubrange(start...)
        return false
      }
      x.append(px)
      y.append(py)
    }
    return true
  }

  /// The geometry at an index; setting keeps it as it is.
  package subscript(index: Int) -> WorldGeometry {
    get {
      var shape = WorldGeometry(kind: .points)
      read(index, into: &shape)
      return shape
    }
    set {
      whole[index] = newValue
      kinds[index] = 0
    }
  }

  /// Reads a geometry in place of another, whose memory serves it. O(its positions); O(1) if it is kept as it is.
  package func read(_ index: Int, into shape: inout WorldGeometry) {
    guard let kind = WorldGeometry.Kind(rawValue: kinds[index]) else {
      shape = whole[index, default: WorldGeometry(kind: .points)]
      return
    }
    let (start, end) = (start(index), ends[index])
    shape.kind = kind
    Self.replace(&shape.x, with: x, Int(start.positions)..<Int(end.positions)) { Double($0) }
    Self.replace(&shape.y, with: y, Int(start.positions)..<Int(end.positions)) { Double($0) }
    Self.replace(&shape.ringEnds, with: ringEnds, Int(start.rings)..<Int(end.rings)) { Int($0) }
    Self.replace(&shape.polygonEnds, with: polygonEnds, Int(start.polygons)..<Int(end.polygons)) { Int($0) }
  }

  /// Replaces numbers by some of a column. A loop over memory of a known size: a lazy map would be asked for each number.
  @inline(__always)
  private static func replace<Number: Numeric, Stored: FixedWidthInteger>(
    _ numbers: inout [Number], with column: [Stored], _ range: Range<Int>, _ number: (Stored) -> Number
  ) {
    numbers.removeAll(keepingCapacity: true)
    numbers.append(contentsOf: repeatElement(0, count: range.count))
    numbers.withUnsafeMutableBufferPointer { numbers in
      column.withUnsafeBufferPointer { column in
        for index in 0..<range.count { numbers[index] = number(column[range.lowerBound + index]) }
      }
    }
  }

  /// The smallest rectangle around a geometry; nil if it has no positions. O(its positions).
  package func bounds(_ index: Int) -> WorldBounds? {
    guard kinds[index] != 0 else { return whole[index]?.bounds }
    let range = Int(start(index).positions)..<Int(ends[index].positions)
    if range.isEmpty { return nil }
    return range.reduce(into: .empty) { $0.extend(toX: Double(x[$1]), y: Double(y[$1])) }
  }

  /// The kind of a geometry.
  package func kind(_ index: Int) -> WorldGeometry.Kind {
    WorldGeometry.Kind(rawValue: kinds[index]) ?? whole[index]?.kind ?? .points
  }

  /// The number of a geometry's positions.
  package func positionCount(_ index: Int) -> Int {
    if kinds[index] == 0 { return whole[index]?.x.count ?? 0 }
    return Int(ends[index].positions - start(index).positions)
  }

  /// The ends of the columns.
  private var end: Ends {
    Ends(positions: UInt32(x.count), rings: UInt32(ringEnds.count), polygons: UInt32(polygonEnds.count))
  }

  private func start(_ index: Int) -> Ends {
    index == 0 ? Ends(positions: 0, rings: 0, polygons: 0) : ends[index - 1]
  }
}
