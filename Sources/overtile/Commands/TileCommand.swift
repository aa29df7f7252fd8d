import ArgumentParser
import OvertileInspection
import OvertileTileArchive

/// `overtile tile`: shows one tile.
struct TileCommand: ParsableCommand {
  /// The format of the output.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case geojson, mvt, stored
  }

  static let configuration = CommandConfiguration(
    commandName: "tile",
    abstract: "Show one tile or all tiles, as GeoJSON or bytes.",
    discussion: """
      The address is z/x/y, with rows counted from the north. In GeoJSON, the foreign member "layer" of a feature is its layer. \
      --format mvt writes the vector tile without compression, and --format stored the bytes as they are stored.

      --all writes every tile as one line of GeoJSON, a FeatureCollection whose foreign member "tile" is z/x/y. The first tile \
      that cannot be decoded ends the command with exit code 65.

      With --tile-units, positions are in units of the tile, x to the east and y to the south. The member "extent" of a feature \
      is the number of units along a side.

      A missing tile ends the command with exit code 66.

      EXAMPLES
        overtile tile .bundles/quickstart 3/4/2
        overtile tile theirs.mbtiles 14/8716/5685 --layer roads
        overtile tile theirs.pmtiles 0/0/0 --format mvt --output 0.mvt
        overtile tile imagery.pmtiles 3/4/2 --format stored --output 3-4-2.png
        overtile tile theirs.mbtiles --all | jq -r '[.tile, (.features | length)] | @tsv'
      """)

  @Argument(help: ArgumentHelp("A bundle or an archive.", valueName: "bundle|archive"), completion: .file())
  var source: String

  @Argument(help: ArgumentHelp("The tile's zoom, column and row.", valueName: "z/x/y"), transform: TileAddress.read)
  var address: TileAddress?

  @Flag(help: "Show every tile, each on a line.")
  var all = false

  @Flag(help: "Positions in units of the tile instead of degrees.")
  var tileUnits = false

  @Option(help: "geojson; mvt for the bytes of the vector tile; stored for the bytes as they are, also of pictures.")
  var format = Format.geojson

  @Option(help: "Show this layer only.")
  var layer: String?

  @Option(
    name: .shortAndLong, help: "Write to this file instead of standard output; a regular file there is replaced.",
    completion: .file())
  var output: String?

  func validate() throws {
    if all == (address != nil) { throw ValidationError("either the address of a tile, z/x/y, or --all is needed") }
    guard format != .geojson else { return }
    if layer != nil { throw ValidationError("--layer works only with GeoJSON; \(format) is the whole tile") }
    if all { throw ValidationError("--all works only with GeoJSON; \(format) is one tile") }
    if tileUnits { throw ValidationError("--tile-units works only with GeoJSON; \(format) has no other positions") }
  }

  func run() throws {
    guard let tile = address?.tile else { return try runAll() }
    try Looking.run(output: output, reading: source) {
      let (reader, stored) = try TileSource.reading(source) { try $0.tile(tile) }
      switch format {
      case .stored: return stored
      case .geojson:
        return try TileText.geoJSON(tile, stored, of: reader, layer: layer, inTileUnits: tileUnits) {
          StandardError.write("overtile: note: \($0)")
        }
      case .mvt:
        guard reader.content == .vectorTile else {
          throw TileLookupError.notVector(
            reader.path, content: "\(reader.content)", hint: "; --format stored writes its bytes")
        }
        return try reader.plain(stored)
      }
    }
  }

  private func runAll() throws {
    var lines = TileLines()
    (lines.layer, lines.isInTileUnits) = (layer, tileUnits)
    try Looking.run(lines: output, reading: source) { write in try lines.write(try TileSource(path: source), write) }
  }
}
