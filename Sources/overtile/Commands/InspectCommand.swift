import ArgumentParser
import Foundation
import OvertileCore
import OvertileInspection

/// `overtile inspect`: reports the content of a bundle or an archive.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what a bundle or an archive contains.",
    discussion: """
      Reads a bundle, or a PMTiles archive, an MBTiles file or a folder of tiles {z}/{x}/{y}.pbf, .mvt or .geojson from \
      any program. The format is detected from the content, not from the name.

      Sizes and tile counts come from the directories, which is fast for large archives. Layers, fields and features come \
      from the manifest or the metadata. If an archive does not list its layers, its largest tiles are read, and a note \
      says so. With --deep, every tile is read; layers, fields and entries then come from the tiles.

      EXAMPLES
        overtile inspect .bundles/quickstart
        overtile inspect theirs.mbtiles --deep
        overtile inspect theirs.pmtiles --json
      """)

  @Argument(help: ArgumentHelp("A bundle or an archive.", valueName: "bundle|archive"), completion: .file())
  var source: String

  @OptionGroup var options: InspectionOptions

  @Flag(help: "Write the findings as JSON.")
  var json = false

  func run() throws {
    let found = try TileSource.reading(source) { opened in
      try opened.checkFiles()
      return try options.inspector.inspect(opened)
    }
    if json { return try StandardOutput.write(try ExactJSON.encode(found, pretty: true) + [0x0A]) }
    let facts = ReportFacts(found)
    let sections = [facts.overviewSection, facts.zoomsSection, facts.tilesSection].compactMap(\.self)
    try StandardOutput.write(line: ReportText.text(sections))
  }
}
