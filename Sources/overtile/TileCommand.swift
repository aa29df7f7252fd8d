import ArgumentParser
import Inspection
import TileArchive

/// `overtile tile`: shows one tile.
struct TileCommand: ParsableCommand {
  /// What a tile is written as.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case geojson, mvt
  }

  static let configuration = CommandConfiguration(
    commandName: "tile",
    abstract: "Show one tile of a bundle or an archive as GeoJSON, or as it is.",
    discussion: """
      The address is z/x/y, rows counted from the north. GeoJSON is in longitude and latitude; each feature's layer \
      stands in its foreign member "layer". With --format mvt the vector tile comes without its compression.

      A tile that is not there ends with 66 and a message; nothing is written then.

      EXAMPLES
        overtile tile .bundles/quickstart 3/4/2
        overtile tile theirs.mbtiles 14/8716/5685 --layer roads
        overtile tile theirs.pmtiles 0/0/0 --format mvt --output 0.mvt
      """)

  @Argument(help: ArgumentHelp("A bundle or an archive.", valueName: "bundle|archive"), completion: .file())
  var source: String

  @Argument(help: ArgumentHelp("The tile's zoom, column and row.", valueName: "z/x/y"))
  var address: TileAddress

  @Option(help: "geojson, or mvt for the bytes of the vector tile.")
  var format = Format.geojson

  @Option(help: "Show this layer only.")
  var layer: String?

  @Option(name: .shortAndLong, help: "Write to this file instead of standard output.", completion: .file())
  var output: String?

  func validate() throws {
    if format == .mvt, layer != nil { throw ValidationError("--layer chooses among GeoJSON; mvt is the whole tile") }
  }

  func run() throws {
    try Looking.run(output: output) {
      let (reader, stored) = try TileSource(path: source).tile(address.tile)
      guard format == .mvt else { return try TileText.geoJSON(address.tile, stored, of: reader, layer: layer) }
      guard reader.content == .vectorTile else {
        throw TileLookupError.notVector(reader.path, content: "\(reader.content)")
      }
      return try reader.plain(stored)
    }
  }
}
