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

  @Flag(help: "Read every tile to list its layers, fields and entries.")
  var deep = false

  @Option(help: "The number of largest tiles to list.")
  var largest = 10

  @Flag(help: "Write the findings as JSON.")
  var json = false

  func validate() throws {
    if !(0...10_000).contains(largest) { throw ValidationError("--largest must be 0 to 10000") }
  }

  func run() throws {
    var inspector = SourceInspector()
    inspector.readsTiles = deep
    inspector.largestTiles = largest
    let found = try TileSource.reading(source) { opened in
      try opened.checkFiles()
      return try inspector.inspect(opened)
    }
    if json { return try StandardOutput.write(try ExactJSON.encode(found, pretty: true) + [0x0A]) }
    try StandardOutput.write(line: InspectionText(found: found).text)
  }
}
