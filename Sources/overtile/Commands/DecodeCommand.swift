import ArgumentParser
import OvertileInspection
import OvertileTileArchive
import OvertileVectorTile

/// `overtile decode`: shows a loose vector tile.
struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Show a loose vector tile as GeoJSON.",
    discussion: """
      Takes a vector tile, plain or gzipped. With its address the GeoJSON is in longitude and latitude; without, \
      positions are tile units, x to the east and y to the south; the collection's foreign member "positions" \
      says so, and each feature's member "extent" is the number of units along a side. A feature's layer is its member \
      "layer".

      Features that cannot be shown, such as those of type UNKNOWN, are left out, and a message counts them. A layer that \
      cannot be read at all, such as one of version 99, ends with 65.

      EXAMPLES
        overtile decode 2.mvt 3/4/2
        curl -s https://example.org/3/4/2.pbf | overtile decode - 3/4/2
      """)

  @Argument(
    help: ArgumentHelp("The tile's file, or - for standard input.", valueName: "file.mvt"), completion: .file())
  var file: String

  @Argument(help: ArgumentHelp("The tile's zoom, column and row.", valueName: "z/x/y"), transform: TileAddress.read)
  var address: TileAddress?

  @Option(help: "Show this layer only.")
  var layer: String?

  @Option(
    name: .shortAndLong, help: "Write to this file instead of standard output; a regular file there is replaced.",
    completion: .file())
  var output: String?

  func run() throws {
    try Looking.run(output: output, reading: file) {
      let name = file == "-" ? "standard input" : file
      let tile = try LooseTile.decode(try Looking.read(file), name: name)
      let shown = try TileText.only(layer, in: tile, name)
      if let leftOut = TileText.leftOut(tile) { StandardError.write("overtile: note: \(name): \(leftOut)") }
      return shown.geoJSON(of: address?.tile)
    }
  }
}
