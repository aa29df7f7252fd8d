import OvertileBundleFormat
import OvertilePipeline

extension ReportFacts {
  /// The sizes of tiles, and the largest ones by name.
  package var tilesSection: ReportSection? {
    guard !inspection.zooms.isEmpty else { return nil }
    let isPerLayer = inspection.layout == TileLayout.perLayer.rawValue
    let lead =
      "The stored size of each tile. Maps load more smoothly if tiles are smaller than \(NumberText.bytes(BuildReport.largeTileBytes))."
    let ofLayers = " Each layer has its own archive, so a tile address counts once for each layer."
    return ReportSection(
      id: "tiles", title: "Tile sizes", lead: lead + (isPerLayer ? ofLayers : ""),
      figures: [Figure.bars("The size that 99% of the tiles of each zoom do not exceed", quantiles, 4..<5)],
      tables: [quantiles] + (inspection.largestTiles.isEmpty ? [] : [largestTiles]))
  }

  private var quantiles: ReportTable {
    let rows = inspection.zooms.map { zoom -> [ReportTable.Cell] in
      [.text("\(zoom.zoom)"), .count(zoom.tiles)] + zoom.quantiles([0.5, 0.9, 0.99]).map { .bytes($0) }
        + [.bytes(zoom.largest.bytes), .tile("\(zoom.largest.tile)")]
    }
    return ReportTable(
      "Tile sizes by zoom: half, 90% and 99% of the tiles are no larger than the size shown.",
      ["#zoom", "#tiles", "#half", "#90%", "#99%", "#largest", "its address"], rows)
  }

  private var largestTiles: ReportTable {
    let command = "overtile tile \(ShellText.quoted(inspection.path))"
    return ReportTable(
      "The largest tiles (z/x/y) and the commands that show them.", ["tile", "#bytes", "command"],
      inspection.largestTiles.map { [.tile($0.tile), .bytes($0.bytes), .command("\(command) \($0.tile)")] })
  }
}
