import MapMath

extension TileGeometry {
  /// The geometry of lines on whole tile units.
  init(lines: WorldGeometry) {
    self.init(kind: .lines)
    x = lines.x.map { Int32($0) }
    y = lines.y.map { Int32($0) }
    partEnds = lines.ringEnds
  }

  /// The geometry of polygons on whole tile units: exteriors positive and followed by their holes, rings not closed.
  init(polygons: WorldGeometry) {
    self.init(kind: .polygons)
    x = Self.opened(polygons.x, polygons)
    y = Self.opened(polygons.y, polygons)
    partEnds.reserveCapacity(polygons.ringEnds.count)
    for (ring, end) in polygons.ringEnds.enumerated() { partEnds.append(end - ring - 1) }
  }

  /// The coordinates of polygons without the last one of each ring.
  private static func opened(_ values: [Double], _ polygons: WorldGeometry) -> [Int32] {
    let rings = polygons.ringEnds.count
    return [Int32](unsafeUninitializedCapacity: max(0, values.count - rings)) { opened, count in
      values.withUnsafeBufferPointer { values in
        var start = 0
        for end in polygons.ringEnds {
          for index in start..<end - 1 {
            opened.initializeElement(at: count, to: Int32(values[index]))
            count += 1
          }
          start = end
        }
      }
    }
  }
}
