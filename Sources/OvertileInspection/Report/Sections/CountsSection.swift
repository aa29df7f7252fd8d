import OvertileExpressions
import OvertilePipeline

/// The counts of features: those read against those in the bundle, by layer and by zoom.
enum CountsSection {
  private static let results = ["in the bundle", "filtered", "rejected", "without geometry", "rejected when read"]
  private static let forms = ["shown", "merged", "dissolved", "filtered", "hidden", "dropped"]

  static func section(_ facts: ReportFacts) -> ReportSection? {
    guard let report = facts.report else { return nil }
    var section = ReportSection(
      "counts", "Features in and out",
      lead:
        "Every feature that was read is either in the bundle or counted with the reason why it was left out. Items are the "
        + "points, circles or shapes of the features in the bundle. At each zoom, an item is shown on its own, merged into a "
        + "cluster, dissolved into a shape, or left out.")
    section.tables.append(sources(report))
    section.tables.append(layers(report))
    for layer in report.layers {
      section.diagrams.append(flow(layer, report))
      guard !layer.zooms.isEmpty else { continue }
      section.diagrams.append(zooms(layer))
      section.tables.append(table(layer))
    }
    return section
  }

  /// From the features of the layer's source to those in the bundle.
  private static func flow(_ layer: BuildReport.Layer, _ report: BuildReport) -> Diagram {
    let source = report.sources.first { $0.name == layer.source }
    let parts = [layer.accepted, layer.filtered, layer.rejected, layer.withoutGeometry, source?.rejected ?? 0]
    return Diagram(
      title: "\(layer.name): features of \(layer.source)",
      description: sentence(parts, results, of: source?.read ?? layer.read, "features"), series: results,
      drawing: .bars([
        Diagram.Bar(
          label: "read", segments: parts.map { Double(max(0, $0)) }, value: Counted.grouped(parts.reduce(0, &+)))
      ]))
  }

  private static func sentence(_ parts: [Int], _ names: [String], of whole: Int, _ noun: String) -> String {
    let counts = zip(parts, names).filter { $0.0 > 0 }.map { "\(Counted.grouped($0.0)) \($0.1)" }
    return "\(Counted.grouped(whole)) \(noun)" + (counts.isEmpty ? "." : ": \(counts.joined(separator: ", ")).")
  }

  private static func counts(_ zoom: BuildReport.ZoomCounts) -> [Int] {
    [zoom.shown, zoom.merged, zoom.dissolved, zoom.filtered, zoom.hidden, zoom.dropped]
  }

  private static func zooms(_ layer: BuildReport.Layer) -> Diagram {
    let bars = layer.zooms.map { zoom in
      Diagram.Bar(
        label: "\(zoom.zoom)", segments: counts(zoom).map { Double(max(0, $0)) },
        value: "\(Counted.grouped(zoom.shown)) shown")
    }
    return Diagram(
      title: "\(layer.name): items by zoom",
      description: "How the layer's \(Counted.text(layer.items, "item")) are shown at each zoom.", series: forms,
      drawing: .bars(bars))
  }

  private static func sources(_ report: BuildReport) -> ReportTable {
    let rows = report.sources.map { source -> [String] in
      [
        source.name, Counted.grouped(source.files), NumberText.bytes(source.bytes),
        Counted.grouped(source.read), Counted.grouped(source.usable),
        Counted.grouped(source.rejected), verdict(source.read, source.usable &+ source.rejected),
      ]
    }
    return ReportTable(
      "Sources: features read = usable + rejected.",
      ["source", "#files", "#bytes", "#read", "#usable", "#rejected", "reconciled"], rows)
  }

  private static func layers(_ report: BuildReport) -> ReportTable {
    let rows = report.layers.map { layer -> [String] in
      let out = layer.filtered &+ layer.rejected &+ layer.withoutGeometry
      let numbers = [
        layer.read, layer.accepted, layer.filtered, layer.rejected, layer.withoutGeometry, layer.repaired, layer.items,
        layer.overlays,
      ]
      return [layer.name] + numbers.map { Counted.grouped($0) } + [
        verdict(layer.read, layer.accepted &+ out)
      ]
    }
    return ReportTable(
      "Layers: features read = in the bundle + filtered + rejected + without geometry. Features in the bundle include repaired ones.",
      [
        "layer", "#read", "#in the bundle", "#filtered", "#rejected", "#without geometry", "#repaired", "#items",
        "#overlays at maximum zoom", "reconciled",
      ], rows)
  }

  private static func table(_ layer: BuildReport.Layer) -> ReportTable {
    let rows = layer.zooms.map { zoom -> [String] in
      let counts = counts(zoom)
      return ["\(zoom.zoom)"] + counts.map { Counted.grouped($0) }
        + [verdict(layer.items, counts.reduce(0, &+))]
    }
    return ReportTable(
      "Layer \"\(layer.name)\" at each zoom: \(Counted.text(layer.items, "item")) = "
        + forms.joined(separator: " + ") + ".",
      ["#zoom"] + forms.map { "#\($0)" } + ["reconciled"], rows, isDetail: true)
  }

  private static func verdict(_ whole: Int, _ sum: Int) -> String {
    whole == sum ? "yes" : "no: \(Counted.grouped(whole)) is not \(Counted.grouped(sum))"
  }
}
