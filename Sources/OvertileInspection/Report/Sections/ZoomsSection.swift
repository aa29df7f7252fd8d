import OvertileExpressions

/// Overlays and bytes by zoom.
enum ZoomsSection {
  static func section(_ facts: ReportFacts) -> ReportSection? {
    let found = facts.inspection
    let counted = found.layers.filter { !$0.zooms.isEmpty }
    let zooms = Set(found.zooms.map(\.zoom) + counted.flatMap { $0.zooms.map(\.zoom) }).sorted()
    guard !zooms.isEmpty else { return nil }
    var section = ReportSection("zooms", "By zoom", lead: lead(counted))
    let isOverlays = counted.contains { $0.zooms.contains { $0.overlays != nil } }
    if !counted.isEmpty {
      section.diagrams.append(overlays(found.layers, zooms, isOverlays ? "Overlays" : "Entries in tiles"))
    } else {
      section.notes.append("Use --deep to read every tile and count entries by layer and zoom.")
    }
    let bars = found.zooms.map { zoom in
      Diagram.Bar(label: "\(zoom.zoom)", segments: [Double(zoom.bytes)], value: NumberText.bytes(zoom.bytes))
    }
    let total = NumberText.bytes(found.tileBytes ?? 0)
    section.diagrams.append(
      Diagram(
        title: "Bytes of tiles", description: "Bytes of all tiles at each zoom, \(total) in all.", series: [],
        drawing: .bars(bars)))
    section.tables.append(table(found, counted, zooms, isOverlays))
    return section
  }

  private static func lead(_ layers: [SourceInspection.Layer]) -> String {
    layers.isEmpty
      ? "The stored size of the tiles at each zoom. Duplicate tiles are counted each time."
      : "The number of overlays in each layer and the stored size of the tiles at each zoom. Duplicate tiles are counted "
        + "each time."
  }

  private static func count(_ layer: SourceInspection.Layer, _ zoom: Int) -> Int? {
    layer.zooms.first { $0.zoom == zoom }.map { $0.overlays ?? $0.entries }
  }

  private static func overlays(_ layers: [SourceInspection.Layer], _ zooms: [Int], _ what: String) -> Diagram {
    let bars = zooms.map { zoom in
      let counts = layers.map { max(0, count($0, zoom) ?? 0) }
      return Diagram.Bar(
        label: "\(zoom)", segments: counts.map(Double.init), value: Counted.grouped(counts.reduce(0, &+)))
    }
    return Diagram(
      title: what, description: "\(what) of each layer at each zoom.", series: layers.map(\.id), drawing: .bars(bars))
  }

  private static func table(
    _ found: SourceInspection, _ layers: [SourceInspection.Layer], _ zooms: [Int], _ isOverlays: Bool
  ) -> ReportTable {
    let rows = zooms.map { zoom -> [String] in
      let tiles = found.zooms.first { $0.zoom == zoom }
      let counts = layers.map { count($0, zoom).map { Counted.grouped($0) } ?? "" }
      return ["\(zoom)"] + counts + [
        Counted.grouped(tiles?.tiles ?? 0), NumberText.bytes(tiles?.bytes ?? 0),
        NumberText.bytes((tiles?.bytes ?? 0) / max(1, tiles?.tiles ?? 1)),
      ]
    }
    return ReportTable(
      layers.isEmpty
        ? "Tiles by zoom." : "\(isOverlays ? "Overlays" : "Entries in tiles") by layer and zoom, and tiles by zoom.",
      ["#zoom"] + layers.map { "#\($0.id)" } + ["#tiles", "#bytes", "#mean"], rows)
  }
}
