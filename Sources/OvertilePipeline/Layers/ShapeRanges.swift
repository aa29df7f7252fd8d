/// Divides shapes among workers, by vertices: a large shape is a job of its own.
enum ShapeRanges {
  /// The most shapes in a job, and the vertices from which on it gets no further one.
  private static let mostShapes = 2048
  private static let enoughVertices = 1 << 14

  /// The indices of the shapes of each job, by the numbers of their positions. O(shapes): for all zooms once.
  static func all(of positionCounts: some RandomAccessCollection<Int>) -> [Range<Int>] {
    let counts = Array(positionCounts)
    var ranges: [Range<Int>] = []
    var start = 0
    while start < counts.count {
      var (end, vertices) = (start, 0)
      while end < counts.count, end - start < mostShapes, vertices < enoughVertices {
        vertices += counts[end]
        end += 1
      }
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }
}
