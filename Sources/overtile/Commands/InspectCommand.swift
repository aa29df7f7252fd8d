import ArgumentParser
import Foundation
import OvertileCore
import OvertileInspection

/// `overtile inspect`: reports the content of a bundle or an archive.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what a bundle or an archive holds.",
    discussion: """
      Takes a bundle, a PMTiles archive, an MBTiles file, or a folder of tiles {z}/{x}/{y}.pbf, .mvt or .geojson, of \
      any program; their contents say which, not their names.

      Sizes and tiles come from the directories, which is quick for large archives. Layers, fields and features come \
      from the manifest or the metadata. Where an archive names no layers, its largest tiles are read, and a note says \
      so. With --deep every tile is read: layers, fields and entries are then those of the tiles.

      EXAMPLES
        overtile inspect .bundles/quickstart
        overtile inspect theirs.mbtiles --deep
        overtile inspect theirs.pmtiles --json
      """)

  @Argument(help: ArgumentHelp("A bundle or an archive.", valueName: "bundle|archive"), completion: .file())
  var source: String

  @Flag(help: "Read every tile to list layers, fields and entries as they are.")
  var deep = false

  @Option(help: "How many of the largest tiles to name.")
  var largest = 10

  @Flag(help: "Write what was found as JSON.")
  var json = false

  func validate() throws {
    if !(0...10_000).contains(largest) { throw ValidationError("--largest must be 0 to 10000") }
  }

  func run() throws {
    try Looking.run(reading: source) {
      var inspector = SourceInspector()
      inspector.readsTiles = deep
      inspector.largestTiles = largest
      let found = try TileSource.reading(source) { opened in
        try opened.checkFiles()
        return try inspector.inspect(opened)
      }
      guard json else { return Array((TerminalText.safe(InspectionText(found: found).text) + "\n").utf8) }
      return try ExactJSON.encode(found, pretty: true) + [0x0A]
    }
  }
}
