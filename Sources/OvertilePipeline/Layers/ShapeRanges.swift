import MapMath

/// Divides shapes among workers, by vertices: a large shape is a job of its own.
struct ShapeRanges {
  private let shapes: [WorldGeometry]
  private var start = 0

  /// The most shapes in a job, and the vertices from which on it gets no further one.
  private static let mostShapes = 64
  private static let enoughVertices = 1 << 14

  init(_ shapes: [WorldGeometry]) { self.shapes = shapes }

  /// The indices of the next job; nil after the last.
  mutating func next() -> Range<Int>? {
    guard start < shapes.count else { return nil }
    var (end, vertices) = (start, 0)
    while end < shapes.count, end - start < Self.mostShapes, vertices < Self.enoughVertices {
      vertices += shapes[end].x.count
      end += 1
    }
    defer { start = end }
    return start..<end
  }
}
