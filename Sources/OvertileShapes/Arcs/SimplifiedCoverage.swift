import MapMath

/// Lines and polygons that were simplified together, at some levels.
///
/// Of each position it keeps the first level that draws it, and nothing else: the positions are those of the shapes.
///
/// A class: threads that read arrays of a structure count their references to them, and wait for each other.
package final class SimplifiedCoverage: Sendable {
  /// Per position of the shapes, shape by shape: the first level that draws it.
  private let firsts: [UInt8]
  /// Per ring and line of all shapes: the position from which it is drawn, from its own first.
  private let starts: [Int32]
  /// Per shape: its first position among `firsts`, and its first ring among `starts`; and the ends of both.
  private let offsets: [(position: Int32, ring: Int32)]

  /// Takes the levels of the positions. O(positions of the shapes).
  ///
  /// - Parameter levels: per position of the arcs: the first level that draws it.
  convenience init(_ network: ArcNetwork, _ levels: UnsafeMutableBufferPointer<UInt8>) {
    var firsts: [UInt8] = []
    firsts.reserveCapacity(levels.count)
    var offsets: [(position: Int32, ring: Int32)] = []
    offsets.reserveCapacity(network.shapeCount)
    for shape in 0..<network.shapeCount {
      let rings = network.rings(ofShape: shape)
      offsets.append((Int32(firsts.count), Int32(rings.lowerBound)))
      for ring in rings { Self.append(ring, of: network, levels, to: &firsts) }
    }
    self.init(firsts, starts: network.starts, offsets)
  }

  /// Adds the levels of the positions of a ring or line, from those of its arcs. O(n).
  ///
  /// A position at which two arcs meet has the level that the first of them gives it. A ring's last position repeats its first.
  private static func append(
    _ ring: Int, of network: ArcNetwork, _ levels: UnsafeMutableBufferPointer<UInt8>, to firsts: inout [UInt8]
  ) {
    let (uses, isLine, base) = (network.arcs(ofRing: ring), network.areLines[ring], firsts.count)
    let segments = uses.reduce(0) { $0 + network.arcs.positions(ofRing: $1.arc).count - 1 }
    firsts.append(contentsOf: repeatElement(0, count: segments + 1))
    var position = Int(network.starts[ring])
    for (number, use) in uses.enumerated() {
      let positions = network.arcs.positions(ofRing: use.arc)
      for step in (number == 0 ? 0 : 1)..<positions.count {
        let level = levels[use.isBackward ? positions.upperBound - 1 - step : positions.lowerBound + step]
        if !isLine, position >= segments { position -= segments }
        firsts[base + position] = level
        position += 1
      }
    }
    if !isLine { firsts[base + segments] = firsts[base] }
  }

  /// Joins shapes that were simplified apart. O(positions of the shapes).
  ///
  /// - Parameters:
  ///   - parts: the shapes, simplified in parts.
  ///   - shapes: per shape: its part, and its number there.
  package convenience init(joining parts: [SimplifiedCoverage], _ shapes: some Sequence<(part: Int, number: Int)>) {
    var (firsts, starts, offsets): ([UInt8], [Int32], [(position: Int32, ring: Int32)]) = ([], [], [])
    firsts.reserveCapacity(parts.reduce(0) { $0 + $1.firsts.count })
    for shape in shapes {
      let (part, number) = (parts[shape.part], shape.number)
      let (first, next) = (part.offsets[number], part.offsets[number + 1])
      offsets.append((Int32(firsts.count), Int32(starts.count)))
      firsts += part.firsts[Int(first.position)..<Int(next.position)]
      starts += part.starts[Int(first.ring)..<Int(next.ring)]
    }
    self.init(firsts, starts: starts, offsets)
  }

  private init(_ firsts: [UInt8], starts: [Int32], _ offsets: [(position: Int32, ring: Int32)]) {
    (self.firsts, self.starts) = (firsts, starts)
    self.offsets = offsets + [(Int32(firsts.count), Int32(starts.count))]
  }

  /// Reads a shape at a level in place of another one, whose memory serves it. O(its positions).
  ///
  /// - Parameters:
  ///   - index: the index of the shape.
  ///   - source: the shape itself.
  ///   - level: the number of the level, from 0.
  ///   - isLeftOut: whether a hole, or a part with all its holes, is left out, by its ring or exterior.
  package func read(
    _ index: Int, _ source: WorldGeometry, level: Int, into result: inout WorldGeometry,
    leavingOut isLeftOut: (Int) -> Bool
  ) {
    guard source.kind != .points else {
      result = source
      return
    }
    result.kind = source.kind
    result.x.removeAll(keepingCapacity: true)
    result.y.removeAll(keepingCapacity: true)
    result.ringEnds.removeAll(keepingCapacity: true)
    result.polygonEnds.removeAll(keepingCapacity: true)
    let (first, firstRing) = (Int(offsets[index].position), Int(offsets[index].ring))
    result.appendParts(of: source, unless: isLeftOut) { ring, result in
      let positions = source.positions(ofRing: ring)
      let start = positions.lowerBound + Int(starts[firstRing + ring])
      if source.kind == .lines {
        append(positions, of: source, from: first, level: level, to: &result)
      } else {
        append(start..<positions.upperBound - 1, of: source, from: first, level: level, to: &result)
        append(positions.lowerBound..<start, of: source, from: first, level: level, to: &result)
        append(start..<start + 1, of: source, from: first, level: level, to: &result)
      }
    }
  }

  /// Adds those of some positions of a shape that a level draws; `first` is the shape's first among `firsts`.
  @inline(__always)
  private func append(
    _ positions: Range<Int>, of source: WorldGeometry, from first: Int, level: Int, to result: inout WorldGeometry
  ) {
    let (level, end) = (UInt8(level), positions.upperBound)
    firsts.withUnsafeBytes { firsts in
      var index = positions.lowerBound
      while index < end {
        // Low levels draw few positions: eight that they do not draw are passed over at once.
        let next = min(index + 8, end)
        if next - index < 8
          || Self.drawsAny(firsts.loadUnaligned(fromByteOffset: first + index, as: UInt64.self), level)
        {
          for index in index..<next where firsts[first + index] <= level {
            result.append(x: source.x[index], y: source.y[index])
          }
        }
        index = next
      }
    }
  }

  /// Whether one of eight bytes is at most a level, which is below 128.
  @inline(__always)
  static func drawsAny(_ firsts: UInt64, _ level: UInt8) -> Bool {
    let each: UInt64 = 0x0101_0101_0101_0101
    return (firsts &- each &* (UInt64(level) + 1)) & ~firsts & (each << 7) != 0
  }
}

extension GeometryEngine {
  /// A simplified polygon, as it is if it is valid, otherwise repaired; nil in the first case.
  ///
  /// - Throws: `ShapeError` with code `operationFailed`.
  package func repairedIfInvalid(_ shape: WorldGeometry) throws -> WorldGeometry? {
    guard shape.kind == .polygons else { return nil }
    // Most are valid, and have no repeated positions, which touch the segment after the next.
    if shape.ringEnds.indices.allSatisfy({ shape.area(ofRing: $0) > 0 }), shape.isPlainlyValid == true { return nil }
    let cleaned = shape.withoutRepeatedPositions().geometry
    if cleaned.x.count == shape.x.count, try isValid(cleaned) { return nil }
    return cleaned.isEmpty ? cleaned : try repaired(cleaned)
  }
}
