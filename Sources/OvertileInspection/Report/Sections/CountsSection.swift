import OvertileExpressions
import OvertilePipeline

/// The counts of features: those read against those in the bundle, by layer and by zoom.
enum CountsSection {
  private static let forms = ["shown", "merged", "dissolved", "filtered", "hidden", "dropped"]

  static func section(_ facts: ReportFacts) -> ReportSection? {
    guard let report = facts.report else { return nil }
    var section = ReportSection(
      "counts", "Features in and out",
      lead:
        "Every feature that was read is either in the bundle or counted with the reason why it was left out. Items are the "
        + "points, circles or shapes of the features in the bundle. At each zoom, an item is shown on its own, merged into a "
        + "cluster, dissolved into a shape, or left out.")
    let (sources, layers) = (sources(report), layers(report))
    section.tables = [sources, layers]
    section.diagrams = [
      sources.bars("Features of sources", "The features that were read of each source, by result.", 4..<6),
      layers.bars("Features of layers", "The features that each layer received from its source, by result.", 2..<6),
    ]
    for layer in report.layers where !layer.zooms.isEmpty {
      let table = zooms(layer)
      section.diagrams.append(
        table.bars(
          "\(layer.name): items by zoom",
          "How the layer's \(Counted.text(layer.items, "item")) are shown at each zoom.", 1..<forms.count + 1
        ) { "\($0[1].text) shown" })
      section.tables.append(table)
    }
    return section
  }

  private static func sources(_ report: BuildReport) -> ReportTable {
    let rows = report.sources.map { source -> [ReportTable.Cell] in
      [
        .text(source.name), .count(source.files), .bytes(source.bytes), .count(source.read), .count(source.usable),
        .count(source.rejected), verdict(source.read, [source.usable, source.rejected]),
      ]
    }
    return ReportTable(
      "Sources: features read = usable + rejected.",
      ["source", "#files", "#bytes", "#read", "#usable", "#rejected", "reconciled"], rows)
  }

  private static func layers(_ report: BuildReport) -> ReportTable {
    let rows = report.layers.map { layer -> [ReportTable.Cell] in
      let results = [layer.accepted, layer.filtered, layer.rejected, layer.withoutGeometry]
      let numbers = [layer.read] + results + [layer.repaired, layer.items, layer.overlays]
      return [.text(layer.name)] + numbers.map { .count($0) } + [verdict(layer.read, results)]
    }
    return ReportTable(
      "Layers: features read = in the bundle + filtered + rejected + without geometry. Features in the bundle include repaired ones.",
      [
        "layer", "#read", "#in the bundle", "#filtered", "#rejected", "#without geometry", "#repaired", "#items",
        "#overlays at maximum zoom", "reconciled",
      ], rows)
  }

  private static func zooms(_ layer: BuildReport.Layer) -> ReportTable {
    let rows = layer.zooms.map { zoom -> [ReportTable.Cell] in
      let counts = [zoom.shown, zoom.merged, zoom.dissolved, zoom.filtered, zoom.hidden, zoom.dropped]
      return [.text("\(zoom.zoom)")] + counts.map { .count($0) } + [verdict(layer.items, counts)]
    }
    return ReportTable(
      "Layer \"\(layer.name)\" at each zoom: \(Counted.text(layer.items, "item")) = "
        + forms.joined(separator: " + ") + ".",
      ["#zoom"] + forms.map { "#\($0)" } + ["reconciled"], rows, isDetail: true)
  }

  private static func verdict(_ whole: Int, _ parts: [Int]) -> ReportTable.Cell {
    let sum = parts.reduce(0, &+)
    return .text(whole == sum ? "yes" : "no: \(Counted.grouped(whole)) is not \(Counted.grouped(sum))")
  }
}
