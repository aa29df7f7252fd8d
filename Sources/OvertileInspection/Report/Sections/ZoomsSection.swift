extension ReportFacts {
  /// Overlays and bytes by zoom.
  package var zoomsSection: ReportSection? {
    let layers = inspection.layers.filter { !$0.zooms.isEmpty }
    let zooms = Set(inspection.zooms.map(\.zoom) + layers.flatMap { $0.zooms.map(\.zoom) }).sorted()
    guard !zooms.isEmpty else { return nil }
    let isOverlays = layers.contains { $0.zooms.contains { $0.overlays != nil } }
    let what = isOverlays ? "Overlays" : "Entries in tiles"
    let rows = zooms.map { zoom -> [ReportTable.Cell] in
      let tiles = inspection.zooms.first { $0.zoom == zoom }
      let counts = layers.map { layer in
        layer.zooms.first { $0.zoom == zoom }.map { ReportTable.Cell.count($0.overlays ?? $0.entries) } ?? .text("")
      }
      let (count, bytes) = (tiles?.tiles ?? 0, tiles?.bytes ?? 0)
      return [.text("\(zoom)")] + counts + [.count(count), .bytes(bytes), .bytes(bytes / max(1, count))]
    }
    let table = ReportTable(
      layers.isEmpty ? "Tiles by zoom." : "\(what) by layer and zoom, and tiles by zoom.",
      ["#zoom"] + layers.map { "#\($0.id)" } + ["#tiles", "#bytes", "#mean"], rows)
    let bytes = layers.count + 2
    var figures = [Figure.bars("Bytes of all tiles at each zoom", table, bytes..<bytes + 1)]
    if !layers.isEmpty {
      let overlays = Figure.bars(
        "\(what) of each layer at each zoom", table, 1..<layers.count + 1, series: inspection.layers.map(\.id))
      figures.insert(overlays, at: 0)
    }
    let counted = layers.isEmpty ? "The" : "The number of overlays in each layer and the"
    return ReportSection(
      id: "zooms", title: "By zoom",
      lead: "\(counted) stored size of the tiles at each zoom. Duplicate tiles are counted each time.",
      figures: figures, tables: [table],
      notes: layers.isEmpty ? ["Use --deep to read every tile and count entries by layer and zoom."] : [])
  }
}
