import MapMath
import OvertileBundleFormat
import OvertileExpressions

extension ReportFacts {
  /// Clusters by the number of their points.
  var clustersSection: ReportSection? {
    let others = inspection.layers.filter { layer in
      layer.kind == LayerKind.cluster.rawValue && !clusters.contains { $0.layer == layer.id }
    }
    guard !clusters.isEmpty || !others.isEmpty else { return nil }
    var table = clusterTable
    let hasClusters = !table.rows.isEmpty
    // Each layer of the bundle has one color in all figures.
    let figure = Figure.bars(
      "Clusters by the number of their points", table, 1..<table.columns.count, series: inspection.layers.map(\.id))
    table.rows.append([.text("all")] + clusters.map { .count($0.clusters) })
    let none = "There are no clusters because no points are close enough together."
    return ReportSection(
      id: "clusters", title: "Clusters by size",
      lead: "Each cluster is counted once, even if several zooms show it. A cluster splits at its expansion zoom.",
      figures: hasClusters ? [figure] : [], tables: hasClusters ? [table, largestClusters] : [],
      notes: (hasClusters || clusters.isEmpty ? [] : [none])
        + others.map { "Layer \"\($0.id)\" has no members file, so its clusters cannot be shown by size." })
  }

  private var clusterTable: ReportTable {
    var low = 1
    let rows = (0..<(clusters.map(\.decades.count).max() ?? 0)).map { decade -> [ReportTable.Cell] in
      defer { low *= 10 }
      return [.text("\(Counted.grouped(max(2, low)))-\(Counted.grouped(low * 10 - 1))")]
        + clusters.map { .count(decade < $0.decades.count ? $0.decades[decade] : 0) }
    }
    return ReportTable("Clusters by points.", ["#points"] + clusters.map { "#\($0.layer)" }, rows)
  }

  private var largestClusters: ReportTable {
    let rows = clusters.compactMap { layer -> [ReportTable.Cell]? in
      guard let cluster = layer.largest else { return nil }
      let coordinate = cluster.position.coordinate
      return [
        .text(layer.layer), .count(cluster.pointCount), .text("\(cluster.zoom &+ 1)"),
        .position(latitude: coordinate.latitude, longitude: coordinate.longitude), .text("\(cluster.id)"),
      ]
    }
    return ReportTable(
      "The largest cluster of each layer.",
      ["layer", "#points", "#expansion zoom", "#latitude, longitude", "#id"], rows)
  }
}
