import MapMath
import OvertileExpressions

/// Clusters by the number of their points.
enum ClustersSection {
  static func section(_ facts: ReportFacts) -> ReportSection? {
    guard !facts.clusters.isEmpty || !facts.layersWithoutMembers.isEmpty else { return nil }
    var section = ReportSection(
      "clusters", "Clusters by size",
      lead: "Each cluster is counted once, even if several zooms show it. A cluster splits at its expansion zoom.")
    let layers = facts.clusters
    let decades = layers.map(\.decades.count).max() ?? 0
    if decades > 0 {
      section.diagrams.append(diagram(layers, facts.inspection.layers.map(\.id), decades))
      section.tables.append(table(layers, decades))
      section.tables.append(largest(layers))
    } else if !layers.isEmpty {
      section.notes.append("There are no clusters because no points are close enough together.")
    }
    section.notes += facts.layersWithoutMembers.map {
      "Layer \"\($0)\" has no members file, so its clusters cannot be shown by size."
    }
    return section
  }

  private static func label(_ decade: Int) -> String {
    var low = 1
    for _ in 0..<decade { low *= 10 }
    return "\(Counted.grouped(max(2, low)))-\(Counted.grouped(low * 10 - 1))"
  }

  /// `all` are the layers of the bundle, so that each has one color in all diagrams.
  private static func diagram(_ layers: [ClusterSizes], _ all: [String], _ decades: Int) -> Diagram {
    let known = Dictionary(layers.map { ($0.layer, $0.decades) }) { first, _ in first }
    let bars = (0..<decades).map { decade in
      let counts = all.map { id in known[id].flatMap { decade < $0.count ? $0[decade] : nil } ?? 0 }
      return Diagram.Bar(
        label: label(decade), segments: counts.map(Double.init), value: Counted.grouped(counts.reduce(0, &+)))
    }
    return Diagram(
      title: "Clusters by points", description: "The number of clusters by the number of their points.",
      series: all, drawing: .bars(bars))
  }

  private static func table(_ layers: [ClusterSizes], _ decades: Int) -> ReportTable {
    let rows = (0..<decades).map { decade -> [String] in
      [label(decade)]
        + layers.map { Counted.grouped(decade < $0.decades.count ? $0.decades[decade] : 0) }
    }
    let sums = ["all"] + layers.map { Counted.grouped($0.clusters) }
    return ReportTable("Clusters by points.", ["#points"] + layers.map { "#\($0.layer)" }, rows + [sums])
  }

  private static func largest(_ layers: [ClusterSizes]) -> ReportTable {
    let rows = layers.compactMap { layer -> [String]? in
      guard let cluster = layer.largest else { return nil }
      let coordinate = cluster.position.coordinate
      return [
        layer.layer, Counted.grouped(cluster.pointCount), "\(cluster.zoom &+ 1)",
        "\(NumberText.decimals(coordinate.latitude, 4)), \(NumberText.decimals(coordinate.longitude, 4))",
        "\(cluster.id)",
      ]
    }
    return ReportTable(
      "The largest cluster of each layer.",
      ["layer", "#points", "#expansion zoom", "#latitude, longitude", "#id"], rows)
  }
}
