import OvertileShapes

/// The shapes of a layer in the order in which workers cut them, divided by vertices: a large shape is a job of its own.
///
/// The order decides nothing. Shapes near each other on the map come one after the other, since they end in the same tiles
/// and what is kept of them lies next to each other in memory: block by block if they are simplified in blocks, otherwise
/// as they were read.
struct ShapeJobs: Sendable {
  /// The indices of all shapes, job by job.
  private let order: [UInt32]
  /// Per job: its end.
  private var ends: [Int] = []

  /// The most shapes in a job, and the vertices from which on it gets no further one.
  private static let mostShapes = 2048
  private static let enoughVertices = 1 << 14

  /// Divides shapes in some order of their indices, or in the order of the columns. O(shapes): for all zooms once.
  init(_ shapes: OrderedShapes, order: [UInt32]? = nil) {
    let order = order ?? shapes.readingOrder
    self.order = order
    var start = 0
    while start < order.count {
      var (end, vertices) = (start, 0)
      while end < order.count, end - start < Self.mostShapes, vertices < Self.enoughVertices {
        vertices += shapes.positionCount(Int(order[end]))
        end += 1
      }
      ends.append(end)
      start = end
    }
  }

  /// The number of jobs.
  var count: Int { ends.count }

  /// The indices of the shapes of a job.
  subscript(job: Int) -> ArraySlice<UInt32> { order[(job == 0 ? 0 : ends[job - 1])..<ends[job]] }
}
