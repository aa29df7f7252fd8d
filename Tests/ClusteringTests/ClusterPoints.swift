import OvertileCore

@testable import OvertileClustering

/// The points of a test, in canonical order.
struct ClusterPoints {
  var x: Column<UInt32>
  var y: Column<UInt32>
  /// Nil: every point weighs 1.
  var weights: Column<UInt64>?

  init(x: [UInt32], y: [UInt32], weights: [UInt64]? = nil) {
    (self.x, self.y, self.weights) = (Column(x), Column(y), weights.map { Column($0) })
  }

  var count: Int { x.count }
}

extension ClusterOptions {
  func hierarchy(of points: ClusterPoints, checkCancellation: () throws -> Void = {}) throws -> ClusterHierarchy {
    try hierarchy(x: points.x, y: points.y, weights: points.weights, checkCancellation: checkCancellation)
  }
}

extension LevelBuilder {
  convenience init(
    points: ClusterPoints, options: ClusterOptions, searchesAlways: Bool = false, threads: Int = 1,
    fewestToDivide: Int = 1 << 16
  ) {
    let nodes = NodeColumns(
      x: points.x, y: points.y, weights: points.weights, zoom: options.zooms.upperBound + 1)
    self.init(
      points: nodes, options: options, searchesAlways: searchesAlways, threads: threads, fewestToDivide: fewestToDivide)
  }
}
