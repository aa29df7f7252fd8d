/// Overlays and bytes by zoom.
enum ZoomsSection {
  static func section(_ facts: ReportFacts) -> ReportSection? {
    let found = facts.inspection
    let layers = found.layers.filter { !$0.zooms.isEmpty }
    let zooms = Set(found.zooms.map(\.zoom) + layers.flatMap { $0.zooms.map(\.zoom) }).sorted()
    guard !zooms.isEmpty else { return nil }
    let isOverlays = layers.contains { $0.zooms.contains { $0.overlays != nil } }
    let what = isOverlays ? "Overlays" : "Entries in tiles"
    let overlays = layers.isEmpty ? "The" : "The number of overlays in each layer and the"
    var section = ReportSection(
      "zooms", "By zoom",
      lead: "\(overlays) stored size of the tiles at each zoom. Duplicate tiles are counted each time.")
    let rows = zooms.map { zoom -> [ReportTable.Cell] in
      let tiles = found.zooms.first { $0.zoom == zoom }
      let counts = layers.map { layer in
        layer.zooms.first { $0.zoom == zoom }.map { ReportTable.Cell.count($0.overlays ?? $0.entries) } ?? .text("")
      }
      let (count, bytes) = (tiles?.tiles ?? 0, tiles?.bytes ?? 0)
      return [.text("\(zoom)")] + counts + [.count(count), .bytes(bytes), .bytes(bytes / max(1, count))]
    }
    let table = ReportTable(
      layers.isEmpty ? "Tiles by zoom." : "\(what) by layer and zoom, and tiles by zoom.",
      ["#zoom"] + layers.map { "#\($0.id)" } + ["#tiles", "#bytes", "#mean"], rows)
    if layers.isEmpty {
      section.notes.append("Use --deep to read every tile and count entries by layer and zoom.")
    } else {
      section.diagrams.append(
        table.bars(
          what, "\(what) of each layer at each zoom.", 1..<layers.count + 1, series: found.layers.map(\.id)))
    }
    let bytes = layers.count + 2
    section.diagrams.append(table.bars("Bytes of tiles", "Bytes of all tiles at each zoom.", bytes..<bytes + 1))
    section.tables = [table]
    return section
  }
}
