import OvertileExpressions
import OvertilePipeline

extension ReportFacts {
  /// The counts of features: those read against those in the bundle, by layer and by zoom.
  var countsSection: ReportSection? {
    guard let report else { return nil }
    let (sources, layers) = (report.sourceTable, report.layerTable)
    var tables = [sources, layers]
    var figures = [
      Figure.bars("Features of each source, by result", sources, 4..<6),
      Figure.bars("Features of each layer, by result", layers, 2..<6),
    ]
    for layer in report.layers where !layer.zooms.isEmpty {
      let table = layer.zoomTable
      tables.append(table)
      figures.append(
        Figure.bars("\(layer.name): items at each zoom, by form", table, 1..<7) { "\($0[1].text) shown" })
    }
    return ReportSection(
      id: "counts", title: "Features in and out",
      lead: "Every feature that was read is either in the bundle or counted with the reason why it was left out. Items "
        + "are the points, circles or shapes of the features in the bundle. At each zoom, an item is shown on its own, "
        + "merged into a cluster, dissolved into a shape, or left out.", figures: figures, tables: tables)
  }
}

extension BuildReport {
  fileprivate var sourceTable: ReportTable {
    let rows = sources.map { source -> [ReportTable.Cell] in
      [
        .text(source.name), .count(source.files), .bytes(source.bytes), .count(source.read), .count(source.usable),
        .count(source.rejected), .verdict(source.read, [source.usable, source.rejected]),
      ]
    }
    return ReportTable(
      "Sources: features read = usable + rejected.",
      ["source", "#files", "#bytes", "#read", "#usable", "#rejected", "reconciled"], rows)
  }

  fileprivate var layerTable: ReportTable {
    let rows = layers.map { layer -> [ReportTable.Cell] in
      let results = [layer.accepted, layer.filtered, layer.rejected, layer.withoutGeometry]
      let numbers = [layer.read] + results + [layer.repaired, layer.items, layer.overlays]
      return [.text(layer.name)] + numbers.map { .count($0) } + [.verdict(layer.read, results)]
    }
    return ReportTable(
      "Layers: features read = in the bundle + filtered + rejected + without geometry. Features in the bundle include repaired ones.",
      [
        "layer", "#read", "#in the bundle", "#filtered", "#rejected", "#without geometry", "#repaired", "#items",
        "#overlays at maximum zoom", "reconciled",
      ], rows)
  }
}

extension BuildReport.Layer {
  fileprivate var zoomTable: ReportTable {
    let rows = zooms.map { zoom -> [ReportTable.Cell] in
      let counts = [zoom.shown, zoom.merged, zoom.dissolved, zoom.filtered, zoom.hidden, zoom.dropped]
      return [.text("\(zoom.zoom)")] + counts.map { .count($0) } + [.verdict(items, counts)]
    }
    return ReportTable(
      "Layer \"\(name)\" at each zoom: \(Counted.text(items, "item")) = "
        + "shown + merged + dissolved + filtered + hidden + dropped.",
      ["#zoom", "#shown", "#merged", "#dissolved", "#filtered", "#hidden", "#dropped", "reconciled"], rows,
      isDetail: true)
  }
}

extension ReportTable.Cell {
  /// Whether a whole is the sum of its parts.
  fileprivate static func verdict(_ whole: Int, _ parts: [Int]) -> Self {
    let sum = parts.reduce(0, &+)
    return .text(whole == sum ? "yes" : "no: \(Counted.grouped(whole)) is not \(Counted.grouped(sum))")
  }
}
