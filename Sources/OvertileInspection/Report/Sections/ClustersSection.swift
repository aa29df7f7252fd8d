import MapMath
import OvertileBundleFormat
import OvertileExpressions

/// Clusters by the number of their points.
enum ClustersSection {
  static func section(_ facts: ReportFacts) -> ReportSection? {
    guard let layers = facts.clusters else { return nil }
    let others = facts.inspection.layers.filter { layer in
      layer.kind == LayerKind.cluster.rawValue && !layers.contains { $0.layer == layer.id }
    }
    guard !layers.isEmpty || !others.isEmpty else { return nil }
    var section = ReportSection(
      "clusters", "Clusters by size",
      lead: "Each cluster is counted once, even if several zooms show it. A cluster splits at its expansion zoom.")
    var table = table(layers)
    if !table.rows.isEmpty {
      // Each layer of the bundle has one color in all diagrams.
      section.diagrams.append(
        table.bars(
          "Clusters by points", "The number of clusters by the number of their points.", 1..<layers.count + 1,
          series: facts.inspection.layers.map(\.id)))
      table.rows.append([.text("all")] + layers.map { .count($0.clusters) })
      section.tables = [table, largest(layers)]
    } else if !layers.isEmpty {
      section.notes.append("There are no clusters because no points are close enough together.")
    }
    section.notes += others.map {
      "Layer \"\($0.id)\" has no members file, so its clusters cannot be shown by size."
    }
    return section
  }

  private static func table(_ layers: [ClusterSizes]) -> ReportTable {
    var low = 1
    let rows = (0..<(layers.map(\.decades.count).max() ?? 0)).map { decade -> [ReportTable.Cell] in
      defer { low *= 10 }
      return [.text("\(Counted.grouped(max(2, low)))-\(Counted.grouped(low * 10 - 1))")]
        + layers.map { .count(decade < $0.decades.count ? $0.decades[decade] : 0) }
    }
    return ReportTable("Clusters by points.", ["#points"] + layers.map { "#\($0.layer)" }, rows)
  }

  private static func largest(_ layers: [ClusterSizes]) -> ReportTable {
    let rows = layers.compactMap { layer -> [ReportTable.Cell]? in
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
