import OvertileClustering
import OvertileConfiguration
import OvertileCore
import OvertileExpressions
import OvertileReading

extension ClusterLayerBuilder {
  /// The warning about clusters of the last zoom: their expansion zoom is beyond the layer, so a click on one shows it again.
  /// A few always remain; there is a warning if they hold more than a tenth of the points.
  ///
  /// - Parameters:
  ///   - groups: per point: its group; nil if all points cluster together.
  ///   - weights: per point: its weight; nil when all weigh the same.
  func clustersLeft(
    in hierarchy: ClusterHierarchy, groups: Column<UInt32>?, _ weights: Column<UInt64>?
  ) throws -> [Diagnostic] {
    let last = layer.zooms.upperBound
    let left = hierarchy.clusters.filter {
      hierarchy.zooms.upperBound == last && hierarchy.nodes.createdZooms[$0] == last
    }
    let clustered = left.reduce(0) { $0 + Int(hierarchy.nodes.counts[$1]) }
    guard clustered > hierarchy.pointCount / 10 else { return [] }
    let apart = left.filter { cluster in
      let bounds = hierarchy.bounds(of: cluster)
      return bounds.west != bounds.east || bounds.north != bounds.south
    }
    let name = layer.name.value
    let first = layer.zooms.lowerBound
    var advice: [String] = []
    if !apart.isEmpty {
      let points = apart.flatMap { hierarchy.leaves(of: $0) }.sorted()
      let zoom = try resolvingZoom(Column(points), of: hierarchy, groups: groups, weights, from: last + 1)
      advice.append(
        zoom.map { "`zooms: \(first)-\($0)` splits them" }
          ?? "some of their points are too close together to be shown separately at any zoom")
    }
    if apart.count < left.count {
      let stuck = Counted.text(left.count - apart.count, "of them", "of them")
      advice.append(
        "all points of \(stuck) are at one position, so only zooms after `cluster: {maxZoom: ...}` show them separately"
      )
    }
    let text =
      "layer \"\(name)\" still has \(Counted.text(left.count, "cluster")) at its maximum zoom \(last), with an "
      + "`expansion_zoom` beyond it; \(advice.joined(separator: "; "))"
    var diagnostic = Diagnostic(.clustersLeft, text, source: layer.source.value, layer: name)
    diagnostic.count = left.count
    return [diagnostic]
  }

  /// The first zoom at which no two positions of some points are in one cluster; nil if no zoom that a layer can have is.
  private func resolvingZoom(
    _ points: Column<UInt32>, of hierarchy: ClusterHierarchy, groups: Column<UInt32>?, _ weights: Column<UInt64>?,
    from first: Int
  ) throws -> Int? {
    guard first <= LayerConfiguration.highestZoom else { return nil }
    var options = cluster.options
    options.zooms = first...LayerConfiguration.highestZoom
    let complete = try options.hierarchy(
      x: points.map { hierarchy.nodes.x[Int($0)] }, y: points.map { hierarchy.nodes.y[Int($0)] },
      weights: weights.map { weights in points.map { weights[Int($0)] } },
      groups: groups.map { groups in points.map { groups[Int($0)] } }, threads: work.threads
    ).completeZoom
    return complete <= LayerConfiguration.highestZoom ? complete : nil
  }
}
