import OvertileBundleFormat
import OvertilePipeline

/// The sizes of tiles, and the largest ones by name.
enum TileSizesSection {
  /// The lower limits of the diagram's series in bytes, from nothing to `BuildReport.largeTileBytes`.
  private static let limits = [0, 500, 5_000, 20_000, 50_000, 100_000, 200_000, BuildReport.largeTileBytes]

  static func section(_ facts: ReportFacts) -> ReportSection? {
    guard !facts.tileSizes.isEmpty else { return nil }
    var section = ReportSection(
      "tiles", "Tile sizes",
      lead:
        "The stored size of each tile. Maps load more smoothly if tiles are smaller than \(NumberText.bytes(BuildReport.largeTileBytes))."
    )
    if facts.inspection.layout == TileLayout.perLayer.rawValue {
      section.lead += " Each layer has its own archive, so a tile address counts once for each layer."
    }
    section.diagrams = [diagram(facts.tileSizes)]
    section.tables = [quantiles(facts.tileSizes)]
    let largest = facts.inspection.largestTiles.map { tile -> [ReportTable.Cell] in
      let command = "overtile tile \(ShellText.quoted(facts.inspection.path)) \(tile.tile)"
      return [.tile(tile.tile), .bytes(tile.bytes), .command(command)]
    }
    if !largest.isEmpty {
      section.tables.append(
        ReportTable(
          "The largest tiles (z/x/y) and the commands that show them.", ["tile", "#bytes", "command"], largest))
    }
    return section
  }

  private static func diagram(_ zooms: [TileSizes]) -> Diagram {
    let rows = zooms.map { zoom -> [ReportTable.Cell] in
      [.text("\(zoom.zoom)")] + zoom.counts(from: limits).map { .count($0) }
    }
    return ReportTable("", ["zoom"] + limits.map { "from \(NumberText.bytes($0))" }, rows)
      .bars("Tiles by size", "The number of tiles at each zoom, by size.", 1..<limits.count + 1)
  }

  private static func quantiles(_ zooms: [TileSizes]) -> ReportTable {
    let rows = zooms.map { zoom -> [ReportTable.Cell] in
      [.text("\(zoom.zoom)"), .count(zoom.tiles)] + zoom.quantiles([0.5, 0.9, 0.99]).map { .bytes($0) }
        + [.bytes(zoom.largest.bytes), .tile("\(zoom.largest.tile)")]
    }
    return ReportTable(
      "Tile sizes by zoom: half, 90% and 99% of the tiles are no larger than the size shown.",
      ["#zoom", "#tiles", "#half", "#90%", "#99%", "#largest", "its address"], rows)
  }
}
