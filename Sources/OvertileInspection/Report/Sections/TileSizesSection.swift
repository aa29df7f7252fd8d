import OvertileBundleFormat
import OvertileExpressions
import OvertilePipeline

/// The sizes of tiles, and the largest ones by name.
enum TileSizesSection {
  /// The lower limits of the diagram's series in bytes, from nothing to `BuildReport.largeTileBytes`.
  private static let limits = [0, 500, 5_000, 20_000, 50_000, 100_000, 200_000, BuildReport.largeTileBytes]
  private static let fractions = [0.5, 0.9, 0.99]

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
    section.diagrams.append(diagram(facts.tileSizes))
    section.tables.append(quantiles(facts.tileSizes))
    let largest = facts.inspection.largestTiles
    if !largest.isEmpty {
      let rows = largest.map { tile -> [ReportTable.Cell] in
        [
          .tile(tile.tile), .text(NumberText.bytes(tile.bytes)),
          .command("overtile tile \(ShellText.quoted(facts.inspection.path)) \(tile.tile)"),
        ]
      }
      section.tables.append(
        ReportTable("The largest tiles (z/x/y) and the commands that show them.", ["tile", "#bytes", "command"], rows))
    }
    return section
  }

  private static func diagram(_ zooms: [TileSizes]) -> Diagram {
    let bars = zooms.map { zoom in
      Diagram.Bar(
        label: "\(zoom.zoom)", segments: zoom.counts(from: limits).map { Double($0) },
        value: Counted.grouped(zoom.tiles))
    }
    return Diagram(
      title: "Tiles by size", description: "The number of tiles at each zoom, by size.",
      series: limits.map { "from \(NumberText.bytes($0))" }, drawing: .bars(bars))
  }

  private static func quantiles(_ zooms: [TileSizes]) -> ReportTable {
    let rows = zooms.map { zoom -> [ReportTable.Cell] in
      let sizes = zoom.quantiles(fractions).map { ReportTable.Cell.text(NumberText.bytes($0)) }
      return [.text("\(zoom.zoom)"), .text(Counted.grouped(zoom.tiles))] + sizes
        + [.text(NumberText.bytes(zoom.largest.bytes)), .tile("\(zoom.largest.tile)")]
    }
    return ReportTable(
      "Tile sizes by zoom: half, 90% and 99% of the tiles are no larger than the size shown.",
      ["#zoom", "#tiles", "#half", "#90%", "#99%", "#largest", "its address"], rows)
  }
}
