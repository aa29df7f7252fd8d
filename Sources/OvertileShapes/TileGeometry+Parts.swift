import MapMath

extension TileGeometry {
  /// The geometry of lines or polygons on whole tile units; of polygons: exteriors positive and followed by their holes,
  /// rings not closed.
  init(_ geometry: WorldGeometry) {
    let areLines = geometry.kind == .lines
    self.init(kind: areLines ? .lines : .polygons)
    let repeated = areLines ? 0 : 1
    x = Self.numbers(geometry.x, geometry.ringEnds, without: repeated)
    y = Self.numbers(geometry.y, geometry.ringEnds, without: repeated)
    partEnds = geometry.ringEnds.enumerated().map { $1 - ($0 + 1) * repeated }
  }

  /// The coordinates of lines or rings without so many of the last ones of each.
  private static func numbers(_ values: [Double], _ ends: [Int], without repeated: Int) -> [Int32] {
    [Int32](unsafeUninitializedCapacity: max(0, values.count - ends.count * repeated)) { numbers, count in
      values.withUnsafeBufferPointer { values in
        var start = 0
        for end in ends {
          for index in start..<end - repeated {
            numbers.initializeElement(at: count, to: Int32(values[index]))
            count += 1
          }
          start = end
        }
      }
    }
  }
}
